import { beforeEach, expect, test, vi } from "vitest";
import { type Bucket, bucketAt, positionOf } from "../../../../functions/monitoring/buckets.ts";
import { dailyFigures } from "../../../../functions/monitoring/dailyFigures.ts";
import { roundsHandler } from "../../../../functions/monitoring/rounds/runRounds.ts";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import { BucketDepth } from "../../../../shared/entities/bucketDepth.ts";
import { Check, type CheckRecord } from "../../../../shared/entities/check.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { dueMessage, findCheck, type MonitoredWebsite } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";
import { joinBucket, makeBucket, makeRound, patientClock, readRounds, seenIn } from "./buckets.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;
const TODAY = { from: "2026-11-20", to: "2026-11-20" };

beforeEach(() => {
  ownControlHosts();
  ownSchedule();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON * 1000 });
  return () => void vi.useRealTimers();
});

const at = (seconds: number) => vi.setSystemTime((NOON + seconds) * 1000);
const checkOf = async (website: MonitoredWebsite) =>
  (await findCheck(website, "uptime")) as CheckRecord<"uptime">;

/** A website with a status to set, in a bucket that had a round at noon. */
async function makeSite() {
  const given = { status: 200 };
  const site = await serve((_, response) => response.writeHead(given.status).end());
  const whole = await makeBucket();
  const website = await joinBucket(site.url, { bucket: whole });
  const half = bucketAt(positionOf(website.uuid), { ...whole, depth: whole.depth + 1 });
  at(0);
  await makeRound(whole);
  return { given, site, whole, half, website };
}

async function divide({ minutes }: Bucket) {
  await BucketDepth.put({ minutes, since: [0, 0, 0, 0, NOON + 60] }).go();
}

/** Passes a worker the message that the schedule sent for a round at noon or after. */
async function receive(bucket: Bucket, slot: number) {
  const message = { rounds: [{ ...bucket, slot: NOON + slot }] };
  expect(await roundsHandler(patientClock)(sqsEvent(message))).toEqual({ batchItemFailures: [] });
}

test("a late message of a bucket that was divided makes the rounds of its halves", async () => {
  const { given, whole, half, website } = await makeSite();
  await divide(whole);
  at(300);
  await makeRound(half);
  given.status = 500;
  at(1200);
  await receive(whole, 300);
  expect(await readRounds(whole)).toHaveLength(1);
  expect(seenIn(await readRounds(half), website)).toEqual([true, false]);
  // The half saw the website at 12:05.
  expect((await checkOf(website)).memory).toMatchObject({
    state: "suspect",
    gaps: [{ from: NOON + 300, to: NOON + 1200 }],
  });
});

test("a message that comes again after the division probes nothing that its halves have probed", async () => {
  const { site, whole, half } = await makeSite();
  await divide(whole);
  at(400);
  await makeRound(half);
  await receive(whole, 0);
  expect(site.requests).toHaveLength(2);
});

test("a message that is in time is the whole bucket's, though the bucket was divided meanwhile", async () => {
  const { site, whole, half } = await makeSite();
  await divide(whole);
  at(360);
  await receive(whole, 300);
  expect([await readRounds(whole), await readRounds(half)]).toMatchObject([{ length: 2 }, []]);
  expect(site.requests).toHaveLength(2);
});

test("a round by a worker whose clock is a minute behind is made once, and is no gap", async () => {
  const { given, site, whole, website } = await makeSite();
  at(240);
  await receive(whole, 300);
  at(300);
  await receive(whole, 300);
  expect(site.requests).toHaveLength(2);
  expect(await readRounds(whole)).toMatchObject([
    { slot: NOON, at: NOON },
    { slot: NOON + 300, at: NOON + 240 },
  ]);
  given.status = 500;
  at(660);
  await receive(whole, 600);
  expect((await checkOf(website)).memory.gaps).toBeUndefined();
});

test("a website that gets another interval keeps what whole bucket and half found", async () => {
  const { given, whole, half, website } = await makeSite();
  await divide(whole);
  for (const seconds of [300, 600]) {
    at(seconds);
    await makeRound(half);
  }
  given.status = 500;
  at(900);
  await makeRound(half);
  const { reseller, uuid } = website;
  await Plan.patch({ reseller_uuid: reseller.uuid, uuid: reseller.planUuid })
    .set({ uptime_interval_minutes: 10 })
    .go();
  at(960);
  await uptimeHandler(skippedPauses())(sqsEvent(await dueMessage(website, "uptime")));
  expect((await checkOf(website)).target).toMatchObject({ minutes: 10, since: NOON + 960 });
  expect(await dailyFigures({ reseller_uuid: reseller.uuid, uuid }, TODAY)).toMatchObject([
    { looks: 5, failures: 2, observed_seconds: 960 },
  ]);
});

test("a bucket whose last website was deleted keeps its rounds, so that the next one has no gap", async () => {
  const { given, site, whole, website } = await makeSite();
  const { reseller, uuid } = website;
  const check = await checkOf(website);
  await Check.delete({ reseller_uuid: reseller.uuid, uuid, kind: "uptime" }).go();
  for (const seconds of [300, 600]) {
    at(seconds);
    await makeRound(whole);
  }
  expect(await readRounds(whole)).toMatchObject([{}, { probes: "" }, { probes: "" }]);
  expect(site.requests).toHaveLength(1);
  const memory = { ...check.memory, checked_at: NOON + 660 };
  await Check.put({ ...check, memory }).go();
  given.status = 500;
  at(900);
  await makeRound(whole);
  expect((await checkOf(website)).memory).toMatchObject({ state: "suspect" });
  expect((await checkOf(website)).memory.gaps).toBeUndefined();
});

test("websites at the same position stay together, each with its own probes", async () => {
  const { given, whole, half, website } = await makeSite();
  const { url } = await serve({ "/": "<p>up</p>" });
  const other = await joinBucket(url, { bucket: whole });
  const check = await checkOf(other);
  const uuid = `${other.uuid.slice(0, -8)}${website.uuid.slice(-8)}`;
  await Check.delete({ reseller_uuid: other.reseller.uuid, uuid: other.uuid, kind: "uptime" }).go();
  const due_at = (await checkOf(website)).due_at;
  await Check.put({ ...check, uuid, shard: (await checkOf(website)).shard, due_at }).go();
  await divide(whole);
  given.status = 500;
  at(300);
  await makeRound(half);
  const rounds = await readRounds(half);
  expect([seenIn(rounds, website), seenIn(rounds, { uuid })]).toEqual([[false], [true]]);
});
