import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { uptimeHandler } from "../../../../functions/workers/uptime/probeSeparately.ts";
import { Downtime } from "../../../../shared/entities/downtime.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { followWebsite } from "../../../../shared/uptime/followWebsite.ts";
import { call } from "../../../support/api.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  isUp,
  type MonitoredWebsite,
  monitorWebsite,
  patientClock,
  probeSeparately,
  readFeed,
  readMonitor,
  separateMessage,
  uptimeMessages,
} from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { type Site, serve, startSite } from "../../../support/site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

let site: Site;
let status: number;

beforeAll(() => allowLocalAddresses());

beforeEach(async () => {
  ownSchedule();
  status = 200;
  site = await startSite((_, response) => response.writeHead(status).end());
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

/** Has a website probed this many seconds after noon, with this status. */
async function probe(website: MonitoredWebsite, seconds: number, answer = status) {
  status = answer;
  vi.setSystemTime(NOON + seconds * 1000);
  await probeSeparately([website]);
}

const rowOf = async ({ reseller, uuid }: MonitoredWebsite) =>
  (await Website.get({ reseller_uuid: reseller.uuid, uuid }).go()).data;

test("a new website is probed by a message at once, and is in rounds when it is up", async () => {
  const website = await monitorWebsite(site.url);
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "separate" },
    uptime: { state: "new" },
  });
  expect(uptimeMessages(website.uuid)).toMatchObject([separateMessage(website)]);
  // If whoever followed it died before the message was sent, it is followed again.
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
  expect(await followWebsite(key)).toBe(true);
  await probe(website, 1);
  expect(await followWebsite(key)).toBe(false);
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "rounds" },
    uptime: { state: "up" },
  });
});

test.each([
  ["answers at once", [200], [true]],
  ["fails once", [500, 200], [false, true]],
  ["fails once before a gap", [500, 500, 200], [false, false, true], 3600],
  ["fails twice", [500, 500], [false, true]],
])("a website that %s is checked once that is decided", async (_, answers, expected, gap = 60) => {
  const website = await monitorWebsite(site.url);
  const seen: boolean[] = [];
  for (const [index, answer] of answers.entries()) {
    await probe(website, index * gap, answer);
    seen.push(!(await rowOf(website))?.awaits_probe);
  }
  expect(seen).toEqual(expected);
});

test("a message that comes twice, or late, probes once and changes nothing twice", async () => {
  const website = await monitorWebsite(site.url);
  await probe(website, 0, 500);
  const message = separateMessage(website);
  const requestCount = site.requests.length;
  await uptimeHandler(patientClock)(sqsEvent(message, message));
  expect(site.requests).toHaveLength(requestCount);
  await Promise.all([probe(website, 60), probe(website, 60)]);
  expect(await readFeed(website)).toHaveLength(1);
  expect(await isUp(website)).toBe(false);
  // Two attempts of each of at most two workers.
  expect(site.requests.length - requestCount).toBeLessThanOrEqual(4);
});

test("a website that never answers delays neither the others' transitions nor their confirmations", async () => {
  const website = await monitorWebsite(site.url);
  await probe(website, 0, 500);
  const silent = await serve(() => {});
  const hanging = await monitorWebsite(silent.url);
  vi.setSystemTime(NOON + 60_000);
  const both = uptimeHandler(patientClock)(
    sqsEvent(separateMessage(website), separateMessage(hanging)),
  );
  while (await isUp(website)) await new Promise(setImmediate);
  await silent.close();
  expect(await both).toEqual({ batchItemFailures: [] });
  expect((await readMonitor(hanging)).uptime.state).toBe("suspect");
});

test("the probes of a call are one item in the log of their bucket", async () => {
  const websites = [await monitorWebsite(site.url), await monitorWebsite(site.url)];
  let rows = 0;
  const end = interceptRequests((command, { Item }) => {
    const { pk = "" } = (Item ?? {}) as { pk?: string };
    if (command === "Put" && pk.startsWith("bucket#")) rows += 1;
  });
  status = 500;
  const handler = uptimeHandler(patientClock);
  expect(await handler(sqsEvent(...websites.map(separateMessage)))).toEqual({
    batchItemFailures: [],
  });
  end();
  expect(rows).toBe(1);
});

test("time without probes is no downtime, and the feed says how long it was", async () => {
  const website = await monitorWebsite(site.url);
  for (const seconds of [0, 60, 300]) await probe(website, seconds, 500);
  const back = 3 * 24 * 3600;
  await probe(website, back, 200);
  expect(await isUp(website)).toBe(false);
  await probe(website, back + 60);
  expect(await isUp(website)).toBe(true);
  const [item] = await readFeed(website);
  expect(item.data).toEqual({
    outcome: "up",
    down_since: "2026-11-20T12:00:00+00:00",
    up_since: "2026-11-23T12:00:00+00:00",
    duration_seconds: 300,
    unobserved_seconds: back - 300,
  });
  const listed = await call("GET /v1/account/websites", { key: website.reseller.key });
  expect(listed.body.data[0]).toMatchObject({
    downtime: null,
    last_downtime: {
      ...{ began_at: "2026-11-20T12:00:00+00:00", ended_at: "2026-11-23T12:00:00+00:00" },
      ...{ cause: "http_5xx", technical: "http 500" },
    },
  });
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
  const { data } = await Downtime.query.ofWebsite(key).go();
  expect(data).toMatchObject([
    {
      began_at: "2026-11-20T12:00:00+00:00",
      ended_at: "2026-11-23T12:00:00+00:00",
      cause: "http 500",
      duration_seconds: 300,
    },
  ]);
});

test("a downtime that two workers write at once is written and reported once, and neither fails", async () => {
  const website = await monitorWebsite(site.url);
  await probe(website, 0, 500);
  const { revision = 0 } = (await rowOf(website)) ?? {};
  let isDone = false;
  const end = interceptRequests(async (command) => {
    if (isDone || command !== "TransactWrite") return;
    isDone = true;
    await probe(website, 90);
  });
  await probe(website, 61);
  end();
  expect(await readFeed(website)).toHaveLength(1);
  expect(await rowOf(website)).toMatchObject({
    ...{ revision: revision + 1, down_probe: expect.anything() },
  });
  expect(await isUp(website)).toBe(false);
});

test("a website that moves while its downtime is written does not go down", async () => {
  const website = await monitorWebsite(site.url);
  await probe(website, 0, 500);
  let isMoved = false;
  const { reseller, uuid } = website;
  const end = interceptRequests(async (command) => {
    if (isMoved || command !== "TransactWrite") return;
    isMoved = true;
    const body = { hostname: "https://moved.example" };
    await call("PATCH /v1/websites/{website_uuid}", { key: reseller.key, uuid, body });
  });
  await probe(website, 60);
  end();
  expect(await isUp(website)).toBe(true);
  expect(await readFeed(website)).toEqual([]);
});
