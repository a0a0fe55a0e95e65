import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { findSites, positionOf } from "../../../../functions/monitoring/buckets.ts";
import { findNextProbe } from "../../../../functions/monitoring/lastProbes.ts";
import { handler } from "../../../../functions/monitoring/uptime/index.ts";
import { readUptimeMemory } from "../../../../functions/monitoring/uptimeMemory.ts";
import { uptimePercentage } from "../../../../functions/monitoring/uptimePercentage.ts";
import type { CheckRecord } from "../../../../shared/entities/check.ts";
import { Downtime } from "../../../../shared/entities/downtime.ts";
import { User } from "../../../../shared/entities/user.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { timestamp } from "../../../../shared/time.ts";
import { call } from "../../../support/api.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptMessages } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  dueMessage,
  findCheck,
  isUp,
  type MonitoredWebsite,
  monitorWebsite,
  readFeed,
  uptimeMessages,
} from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { type Site, startSite } from "../../../support/site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

let site: Site;
let status: number;

beforeAll(() => allowLocalAddresses());

beforeEach(async () => {
  ownControlHosts();
  status = 200;
  site = await startSite((_, response) => response.writeHead(status).end());
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});

afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

/** Lets the clock show a time, in seconds after noon, and the worker do the check that is due. */
async function check(website: MonitoredWebsite, seconds: number) {
  vi.setSystemTime(NOON + seconds * 1000);
  const message = await dueMessage(website, "uptime");
  expect(await handler(sqsEvent(message))).toEqual({ batchItemFailures: [] });
  return message;
}

test("a good check is noted, and the next one is due within the interval", async () => {
  const website = await monitorWebsite(site.url);
  await check(website, 0);
  const found = await findCheck(website, "uptime");
  expect(found).toMatchObject({
    results: [{ at: "2026-11-20T12:00:00+00:00", outcome: "up", duration: expect.any(Number) }],
    memory: { state: "up", first_checked_at: NOON / 1000, url: site.url },
  });
  const due = Date.parse(await findNextProbe(found as CheckRecord<"uptime">));
  expect(due).toBeGreaterThan(NOON);
  expect(due).toBeLessThanOrEqual(NOON + 300_000);
});

test("websites that are up are in the first bucket of their interval, by their uuids", async () => {
  const websites = await Promise.all([1, 2, 3].map(() => monitorWebsite(site.url)));
  const messages = await Promise.all(websites.map((website) => dueMessage(website, "uptime")));
  ownSchedule();
  await handler(sqsEvent(...messages));
  const found = await findSites({ minutes: 5, depth: 0, number: 0 });
  const positions = found.map(({ uuid }) => positionOf(uuid));
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  expect(new Set(found.map(({ uuid }) => uuid))).toEqual(new Set(websites.map(({ uuid }) => uuid)));
  expect(found[0]?.target).toEqual({ minutes: 5, hostname: site.url, url: site.url });
});

test("a website goes down after two failures a minute apart, and comes back after two good probes", async () => {
  const website = await monitorWebsite(site.url);
  status = 500;
  await check(website, 0);
  expect(await isUp(website)).toBe(true);
  expect(await findCheck(website, "uptime")).toMatchObject({ due_at: "2026-11-20T12:01:00+00:00" });
  await check(website, 60);
  expect(await isUp(website)).toBe(false);
  status = 200;
  await check(website, 360);
  expect(await isUp(website)).toBe(false);
  await check(website, 420);
  expect(await isUp(website)).toBe(true);
  const item = (status: string, data: object) =>
    expect.objectContaining({ category: "website", type: "downtime", status, data });
  expect(await readFeed(website)).toEqual([
    item("success", {
      outcome: "up",
      down_since: "2026-11-20T12:00:00+00:00",
      up_since: "2026-11-20T12:06:00+00:00",
      duration_seconds: 360,
    }),
    item("error", {
      outcome: "http_5xx",
      technical: "500",
      down_since: "2026-11-20T12:00:00+00:00",
    }),
  ]);
});

test("the list of all websites says since when and why a website is down, until it is back or has another host name", async () => {
  const website = await monitorWebsite(site.url);
  const { key } = website.reseller;
  const listed = async () => {
    const { body } = await call("GET /v1/account/websites", { key });
    const [{ is_hostname_up, downtime }] = body.data.filter(
      ({ uuid }: { uuid: string }) => uuid === website.uuid,
    );
    return [is_hostname_up, downtime];
  };
  const goDown = async (from: number) => {
    status = 503;
    await check(website, from);
    await check(website, from + 60);
  };
  await goDown(0);
  const cause = { cause: "http_5xx", technical: "503" };
  const began = { began_at: "2026-11-20T12:00:00+00:00", ...cause };
  expect(await listed()).toEqual([false, began]);
  status = 200;
  await check(website, 360);
  expect(await listed()).toEqual([false, began]);
  await check(website, 420);
  expect(await listed()).toEqual([true, null]);
  await goDown(720);
  expect(await listed()).toEqual([false, { ...began, began_at: "2026-11-20T12:12:00+00:00" }]);
  const body = { hostname: "https://elsewhere.example" };
  await call("PATCH /v1/websites/{website_uuid}", { key, uuid: website.uuid, body });
  expect(await listed()).toEqual([true, null]);
  const { data } = await Website.get({
    reseller_uuid: website.reseller.uuid,
    uuid: website.uuid,
  }).go();
  expect([data?.down_since, data?.down_cause]).toEqual([undefined, undefined]);
});

test("a message that comes again, or late, changes nothing and probes nothing", async () => {
  const website = await monitorWebsite(site.url);
  status = 500;
  const first = await check(website, 0);
  await check(website, 60);
  const state = await findCheck(website, "uptime");
  const asked = site.requests.length;
  await handler(sqsEvent(first, first));
  expect(await findCheck(website, "uptime")).toEqual(state);
  expect(site.requests).toHaveLength(asked);
  expect(await readFeed(website)).toHaveLength(1);
});

test.each([
  ["before", (late: object, due: object) => [late, due]],
  ["after", (late: object, due: object) => [due, late]],
])("a website is checked whose late message comes %s its new one", async (_, inOrder) => {
  const website = await monitorWebsite(site.url);
  const late = await check(website, 0);
  const due = await dueMessage(website, "uptime");
  expect(await handler(sqsEvent(...inOrder(late, due)))).toEqual({ batchItemFailures: [] });
  expect((await findCheck(website, "uptime"))?.results).toHaveLength(2);
});

test.each([null, { checks: [{ uuid: 1 }] }])(
  "a message like %j is given back, and the others are done",
  async (message) => {
    const website = await monitorWebsite(site.url);
    const due = await dueMessage(website, "uptime");
    expect(await handler(sqsEvent(message, due))).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-0" }],
    });
    expect((await findCheck(website, "uptime"))?.results).toMatchObject([{ outcome: "up" }]);
  },
);

test("two workers that find the same failure have it confirmed by one message", async () => {
  const website = await monitorWebsite(site.url);
  status = 500;
  vi.setSystemTime(NOON + 5000);
  const message = await dueMessage(website, "uptime");
  const known = uptimeMessages(website.uuid).length;
  await Promise.all([handler(sqsEvent(message)), handler(sqsEvent(message))]);
  const due_at = "2026-11-20T12:01:05+00:00";
  const named = { reseller_uuid: website.reseller.uuid, uuid: website.uuid, due_at };
  expect(uptimeMessages(website.uuid).slice(known)).toEqual([{ checks: [named] }]);
});

test("a suspended user's websites are not asked, and are due again later", async () => {
  const website = await monitorWebsite(site.url);
  const user = { reseller_uuid: website.reseller.uuid, uuid: website.userUuid };
  await User.patch(user).set({ suspended_at: timestamp() }).go();
  await check(website, 0);
  expect(site.requests).toEqual([]);
  expect(Date.parse((await findCheck(website, "uptime"))?.due_at ?? "")).toBeGreaterThan(NOON);
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
    status = answer;
    await check(website, index * gap);
    const { body } = await call("GET /v1/account/websites", { key: website.reseller.key });
    const own = body.data.find(({ uuid }: { uuid: string }) => uuid === website.uuid);
    seen.push(own.is_checked_yet);
  }
  expect(seen).toEqual(expected);
});

test("a suspended user's website is down until it was last probed, and then paused", async () => {
  const website = await monitorWebsite(site.url);
  const { reseller, userUuid, uuid } = website;
  const user = { reseller_uuid: reseller.uuid, uuid: userUuid };
  const inAccount = async (query = {}) =>
    (await call("GET /v1/account/websites", { key: reseller.key, query })).body.data.find(
      (each: { uuid: string }) => each.uuid === uuid,
    );
  const down = { is_hostname_up: "false" };
  expect(await inAccount()).toMatchObject({ is_checked_yet: false, is_paused: false });
  status = 500;
  await check(website, 0);
  expect(await inAccount()).toMatchObject({ is_checked_yet: false, sequence: 1 });
  await check(website, 60);
  expect(await inAccount(down)).toMatchObject({ is_checked_yet: true, sequence: 2 });
  await check(website, 300);
  expect(await inAccount(down)).toMatchObject({ is_paused: false });
  await User.patch(user).set({ suspended_at: timestamp() }).go();
  await check(website, 600);
  expect(await inAccount(down)).toBeUndefined();
  const paused = { is_hostname_up: true, is_paused: true, downtime: null };
  expect(await inAccount()).toMatchObject({ ...paused, sequence: 3 });
  const [item] = await readFeed(website);
  const down_since = "2026-11-20T12:00:00+00:00";
  const ended = { outcome: "paused", down_since, duration_seconds: 300 };
  expect(item).toMatchObject({ status: "info", data: ended });
  const place = { reseller_uuid: reseller.uuid, uuid, began_at: down_since };
  const { data: downtime } = await Downtime.get(place).go();
  expect(downtime).toMatchObject({ ended_at: "2026-11-20T12:05:00+00:00", duration_seconds: 300 });
  await check(website, 4200);
  expect(await inAccount()).toMatchObject({ sequence: 3 });
  await User.patch(user).remove(["suspended_at"]).go();
  await check(website, 7200);
  expect(await inAccount()).toMatchObject({ is_paused: false, is_hostname_up: true, sequence: 4 });
  await check(website, 7260);
  expect(await inAccount(down)).toMatchObject({
    downtime: { began_at: "2026-11-20T14:00:00+00:00" },
  });
});

test("time without probes is no downtime, and the feed says how long it was", async () => {
  const website = await monitorWebsite(site.url);
  status = 500;
  await check(website, 0);
  await check(website, 60);
  await check(website, 300);
  status = 200;
  const back = 3 * 24 * 3600;
  await check(website, back);
  expect(await isUp(website)).toBe(false);
  await check(website, back + 60);
  expect(await isUp(website)).toBe(true);
  const [item] = await readFeed(website);
  expect(item.data).toEqual({
    outcome: "up",
    down_since: "2026-11-20T12:00:00+00:00",
    up_since: "2026-11-23T12:00:00+00:00",
    duration_seconds: 300,
    unobserved_seconds: back - 300,
  });
  const { memory = {} } = (await findCheck(website, "uptime")) ?? {};
  // Down for 300 of the 360 observed seconds.
  expect(uptimePercentage(readUptimeMemory({ memory }), NOON / 1000 + back + 3600)).toBe(16.66);
});

test("what has to be confirmed comes again by a message of the reseller's own, a minute later", async () => {
  const sent: unknown[] = [];
  onTestFinished(interceptMessages((_, { Entries }) => void sent.push(...(Entries as unknown[]))));
  const website = await monitorWebsite(site.url);
  sent.length = 0;
  await check(website, 0);
  expect(sent).toEqual([]);
  status = 500;
  await check(website, 300);
  const { uuid: reseller_uuid } = website.reseller;
  const due_at = "2026-11-20T12:06:00+00:00";
  const MessageBody = JSON.stringify({ checks: [{ reseller_uuid, uuid: website.uuid, due_at }] });
  expect(sent).toMatchObject([{ MessageBody, MessageGroupId: reseller_uuid, DelaySeconds: 61 }]);
});
