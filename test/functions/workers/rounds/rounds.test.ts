import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { handler as followMessages } from "../../../../functions/workers/rounds/index.ts";
import { roundsHandler } from "../../../../functions/workers/rounds/runRounds.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { findHour, readLog } from "../../../../shared/uptime/bucketHours.ts";
import { nameOf } from "../../../../shared/uptime/buckets.ts";
import { readCharacter } from "../../../../shared/uptime/characters.ts";
import { probeOnce } from "../../../../shared/uptime/probeWebsite.ts";
import { call } from "../../../support/api.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  isUp,
  type MonitoredWebsite,
  makePlain,
  makeRound,
  monitorWebsite,
  probeSeparately,
  readFeed,
  readMonitor,
  roundMessage,
  separateMessage,
  uptimeMessages,
  wholeBucket,
} from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";

const NOON = Date.parse("2026-11-20T12:10:00Z");
const SLOT = NOON / 1000;

beforeAll(() => allowLocalAddresses());

beforeEach(() => {
  ownSchedule();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => void vi.useRealTimers());

/** A website that is plainly up, with a status to set: several answer the attempts one after the other. */
async function makeSite() {
  const answers = { status: [200] };
  const site = await serve((_, response) => {
    const [status = 200, ...others] = answers.status;
    if (others.length > 0) answers.status = others;
    response.writeHead(status).end();
  });
  const website = await monitorWebsite(site.url);
  await makePlain(website);
  return { answers, site, website };
}

/** What was recorded of a website within the hour: findings, or the attempt that was good. */
async function findingsOf(website: MonitoredWebsite) {
  const now = Math.floor(Date.now() / 1000);
  const log = await readLog(await readMonitor(website), { from: now - 3600, to: now });
  return log.map(({ character }) => {
    const recorded = readCharacter(character);
    return recorded.verdict === "up" && recorded.isSecondAttempt ? "second" : recorded.verdict;
  });
}

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

test("a website that is up costs a character, and its monitor is not written", async () => {
  const { site, website } = await makeSite();
  const before = await readMonitor(website);
  await makeRound();
  expect(await readMonitor(website)).toEqual(before);
  expect(site.requests).toHaveLength(1);
  expect(await findHour(wholeBucket(), SLOT)).toMatchObject({
    names: nameOf(website.uuid),
    rows: { [SLOT]: { at: SLOT, probes: expect.stringMatching(/^[!-~]$/) } },
  });
});

test("a round that comes again, late, or twice at once is made once", async () => {
  const { site, website } = await makeSite();
  await makeRound();
  await makeRound();
  const late = roundMessage(wholeBucket(), SLOT - 86_400);
  expect(await followMessages(sqsEvent(late))).toEqual({ batchItemFailures: [] });
  expect(site.requests).toHaveLength(1);
  later(300);
  await Promise.all([makeRound(), makeRound()]);
  expect(await findingsOf(website)).toEqual(["up", "up"]);
});

test("a round that finds a website failing decides nothing once it has messages of its own", async () => {
  const { answers, website } = await makeSite();
  answers.status = [500];
  const since = SLOT - 70;
  await makeRound(wholeBucket(), {
    async probeUrl(...request) {
      await makePlain(website, { state: "suspect", since, checked_at: since });
      return await probeOnce(...request);
    },
  });
  expect(await isUp(website)).toBe(true);
  expect(await findingsOf(website)).toEqual(["down"]);
});

test("a website that fails is confirmed by a message of its own, and comes back into rounds when it is up", async () => {
  const { answers, site, website } = await makeSite();
  await makeRound();
  answers.status = [500];
  later(300);
  await makeRound();
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "separate", url: site.url },
    uptime: { state: "suspect", since: SLOT + 300 },
    results: [{ outcome: "http 500" }],
  });
  const message = separateMessage(website);
  expect(uptimeMessages(website.uuid).at(-1)).toEqual({ ...message, due: SLOT + 360 });
  later(60);
  await probeSeparately([website]);
  expect(await isUp(website)).toBe(false);
  // The round has it probed, and does not probe it itself.
  later(240);
  const requestCount = site.requests.length;
  await makeRound();
  expect(site.requests).toHaveLength(requestCount);
  expect(uptimeMessages(website.uuid).at(-1)).toEqual({ ...message, due: SLOT + 600 });
  answers.status = [200];
  await probeSeparately([website]);
  later(60);
  await probeSeparately([website]);
  expect(await isUp(website)).toBe(true);
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "rounds" },
    uptime: { state: "up" },
  });
  expect(await findingsOf(website)).toEqual(["up", "down", "down", "up", "up"]);
  expect(await readFeed(website)).toMatchObject([
    { type: "downtime", status: "success", data: { duration_seconds: 300 } },
    { type: "downtime", status: "error", data: { outcome: "http_5xx" } },
  ]);
});

test("a good second attempt is recorded as such, and three of an hour make the website unstable", async () => {
  const { answers, website } = await makeSite();
  const { uuid: reseller_uuid, key } = website.reseller;
  for (let round = 0; round < 3; round += 1) {
    answers.status = [500, 200];
    await makeRound();
    later(300);
    await makeRound();
    later(300);
  }
  expect(await findingsOf(website)).toEqual(["second", "up", "second", "up", "second"]);
  expect(await isUp(website)).toBe(true);
  expect(await readFeed(website)).toMatchObject([
    { type: "unstable", data: { is_stable: false, failures_count: 3 } },
  ]);
  const { data } = await Website.get({ reseller_uuid, uuid: website.uuid }).go();
  expect(data?.unstable_since).toBe("2026-11-20T12:30:00+00:00");
  const uptime = await call("GET /v1/websites/{website_uuid}/uptime", { key, uuid: website.uuid });
  expect(uptime.body.data).toMatchObject({ uptime_percentage: 100, failed_attempts: 3 });
  const { body } = await call("GET /v1/account/websites", { key });
  const shown = { state: "unstable", unstable_since: "2026-11-20T12:30:00+00:00" };
  expect(body.data).toContainEqual(expect.objectContaining({ uuid: website.uuid, ...shown }));
  // It is probed separately, by its interval, until an hour with few of them is over.
  for (let round = 0; round < 12; round += 1) {
    await probeSeparately([website]);
    later(300);
  }
  expect(await readFeed(website)).toHaveLength(2);
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "rounds" },
    uptime: { state: "up" },
  });
});

test("a round that is killed before its characters are written is made again, and nothing happens twice", async () => {
  const { answers, website } = await makeSite();
  answers.status = [500];
  await makeRound();
  const messages = uptimeMessages(website.uuid).length;
  const state = await readMonitor(website);
  later(5);
  // As after a crash: the round of the same slot has no row.
  await roundsHandler(skippedPauses())(sqsEvent(roundMessage(wholeBucket(), SLOT + 60)));
  expect(uptimeMessages(website.uuid)).toHaveLength(messages + 1);
  await probeSeparately([website]);
  expect(await readMonitor(website)).toEqual(state);
});

describe("a website that changes during its round", () => {
  /** Changes a website while it is being probed. */
  async function changed(change: (website: MonitoredWebsite) => Promise<unknown>, status = 500) {
    let website: MonitoredWebsite | undefined;
    const site = await serve(async (_, response) => {
      if (website) await change(website);
      response.writeHead(status).end();
    });
    const created = await monitorWebsite(site.url);
    await makePlain(created);
    website = created;
    await makeRound();
    return created;
  }

  test("to another host name is not suspected for the former one", async () => {
    const website = await changed(async ({ reseller, uuid, ...own }) => {
      const hostname = "https://moved.example";
      await call("PATCH /v1/websites/{website_uuid}", {
        key: reseller.key,
        uuid,
        body: { hostname },
      });
      await own;
    });
    later(60);
    await makeRound();
    expect(await isUp(website)).toBe(true);
    expect(await readFeed(website)).toEqual([]);
  });

  test("because it is deleted leaves no downtime", async () => {
    const website = await changed(({ reseller: { key }, uuid }) =>
      call("DELETE /v1/websites/{website_uuid}", { key, uuid }),
    );
    later(60);
    await probeSeparately([website]);
    expect(await readFeed(website)).toEqual([]);
  });
});

test("a failure in a maintenance window counts for nothing", async () => {
  const { answers, website } = await makeSite();
  const { key } = website.reseller;
  const body = { ends_at: new Date(NOON + 600_000).toISOString() };
  await call("POST /v1/websites/{website_uuid}/maintenance-windows", {
    key,
    uuid: website.uuid,
    body,
  });
  answers.status = [500];
  await makeRound();
  later(300);
  await makeRound();
  expect(await findingsOf(website)).toEqual(["announced", "announced"]);
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "rounds" },
    uptime: { state: "up" },
  });
  later(300);
  await makeRound();
  expect((await readMonitor(website)).uptime.state).toBe("suspect");
});
