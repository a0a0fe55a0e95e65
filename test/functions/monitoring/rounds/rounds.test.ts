import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { readUptime } from "../../../../functions/monitoring/bucketHours.ts";
import { isInBucket, nameOf } from "../../../../functions/monitoring/buckets.ts";
import { shardOf } from "../../../../functions/monitoring/dueTimes.ts";
import { handler as followMessages } from "../../../../functions/monitoring/rounds/index.ts";
import { roundsHandler } from "../../../../functions/monitoring/rounds/runRounds.ts";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import { Check, type CheckRecord } from "../../../../shared/entities/check.ts";
import { Downtime } from "../../../../shared/entities/downtime.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout, sqsEvent } from "../../../support/messages.ts";
import { dueMessage, findCheck, isUp, readFeed } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { serve, startSite } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";
import { joinBucket, makeBucket, makeRound, readRounds, seenIn } from "./buckets.ts";

const NOON = Date.parse("2026-11-20T12:10:00Z");

beforeEach(() => {
  ownControlHosts();
  ownSchedule();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});

afterEach(() => void vi.useRealTimers());

/** A website with a status to set, in a bucket of its own. */
async function makeSite(minutes = 5) {
  const given = { status: 200 };
  const site = await serve((_, response) => response.writeHead(given.status).end());
  const bucket = await makeBucket({ minutes });
  const website = await joinBucket(site.url, { bucket });
  return { given, site, bucket, website };
}

const checkOf = async (website: Parameters<typeof findCheck>[0]) =>
  (await findCheck(website, "uptime")) as CheckRecord<"uptime">;

/** Passes on the message of the round's worker, at the time to which it is delayed. */
async function confirm(website: Parameters<typeof findCheck>[0]) {
  const message = await dueMessage(website, "uptime");
  vi.setSystemTime(Date.parse(message.checks[0]?.due_at ?? ""));
  expect(await uptimeHandler(skippedPauses())(sqsEvent(message))).toEqual({
    batchItemFailures: [],
  });
}

test("a website that is up costs a character, and its check is not written", async () => {
  const { site, bucket, website } = await makeSite();
  const before = await checkOf(website);
  await makeRound(bucket);
  expect(await checkOf(website)).toEqual(before);
  expect(site.requests).toHaveLength(1);
  const rows = await readRounds(bucket);
  expect(rows).toEqual([
    { slot: NOON / 1000, at: NOON / 1000, names: nameOf(website.uuid), probes: expect.any(String) },
  ]);
  expect(rows[0]?.probes).toMatch(/^[!-~]$/);
  const { checked_at } = await readUptime(before);
  expect(checked_at).toBe(NOON / 1000);
});

test("a round is of the second in which it begins", async () => {
  const { bucket } = await makeSite();
  vi.setSystemTime(NOON - 1);
  await makeRound(bucket);
  expect(await readRounds(bucket)).toMatchObject([
    { slot: NOON / 1000 - 300, at: NOON / 1000 - 1 },
  ]);
});

test("a round that comes again, or late, probes nothing and changes nothing", async () => {
  const { site, bucket } = await makeSite();
  await makeRound(bucket);
  const rows = await readRounds(bucket);
  await makeRound(bucket);
  const late = { rounds: [{ ...bucket, slot: NOON / 1000 - 86_400 }] };
  expect(await followMessages(sqsEvent(late))).toEqual({ batchItemFailures: [] });
  expect(site.requests).toHaveLength(1);
  expect(await readRounds(bucket)).toEqual(rows);
});

test("a website that fails leaves the bucket, is confirmed separately, and comes back when it is up", async () => {
  const { given, site, bucket, website } = await makeSite();
  await makeRound(bucket);
  given.status = 500;
  vi.setSystemTime(NOON + 300_000);
  await makeRound(bucket);
  const suspect = await checkOf(website);
  expect(suspect).toMatchObject({
    shard: shardOf(website.uuid),
    due_at: "2026-11-20T12:16:00+00:00",
    memory: { state: "suspect", since: NOON / 1000 + 300 },
    results: [{ outcome: "http 500" }],
    target: { minutes: 5, hostname: site.url, url: site.url },
  });
  expect(messagesAbout("UPTIME_QUEUE_URL", website.uuid).at(-1)).toEqual({
    checks: [{ reseller_uuid: website.reseller.uuid, uuid: website.uuid, due_at: suspect.due_at }],
  });
  await confirm(website);
  expect(await isUp(website)).toBe(false);
  // Meanwhile, rounds leave it out.
  await makeRound(bucket);
  expect(seenIn(await readRounds(bucket), website)).toEqual([true, false]);
  given.status = 200;
  await confirm(website);
  await confirm(website);
  expect(await isUp(website)).toBe(true);
  expect(isInBucket(await checkOf(website))).toBe(true);
  expect(await readFeed(website)).toHaveLength(2);
  const { data } = await Downtime.query
    .ofWebsite({ reseller_uuid: website.reseller.uuid, uuid: website.uuid })
    .go();
  const [{ ended_at = "", duration_seconds, expires_epoch, ...downtime } = {}] = data;
  const [began, ended] = ["2026-11-20T12:15:00+00:00", Date.parse(ended_at) / 1000];
  expect(downtime).toMatchObject({ began_at: began, cause: "http 500", unobserved_seconds: 0 });
  expect(duration_seconds).toBe(ended - Date.parse(began) / 1000);
  // Within the quarter of an hour that this takes; 400 days are kept.
  expect(Math.abs(ended - NOON / 1000)).toBeLessThan(900);
  expect(Math.abs((expires_epoch ?? 0) - ended - 400 * 24 * 3600)).toBeLessThan(900);
});

test("a site that does not answer leaves the round, which is written without it", async () => {
  const { promise: release, resolve: answer } = Promise.withResolvers<void>();
  onTestFinished(() => answer());
  const bucket = await makeBucket();
  const hanging = await serve((_, response) => void release.then(() => response.end()));
  const silent = await joinBucket(hanging.url, { bucket });
  const good = await serve({ "/": "<p>up</p>" });
  const answering = await joinBucket(good.url, { bucket });
  // The pauses end when the other one has answered.
  const answers = async () => {
    while (good.requests.length === 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  };
  await makeRound(bucket, { now: () => Date.now(), sleep: answers });
  const check = await checkOf(silent);
  expect(check).toMatchObject({
    shard: shardOf(silent.uuid),
    due_at: "2026-11-20T12:10:00+00:00",
    results: [],
    memory: { state: "up" },
  });
  const message = { checks: [{ ...keyOf(silent), due_at: check.due_at }] };
  expect(messagesAbout("UPTIME_QUEUE_URL", silent.uuid).at(-1)).toEqual(message);
  const rounds = await readRounds(bucket);
  expect([seenIn(rounds, silent), seenIn(rounds, answering)]).toEqual([[false], [true]]);
});

function keyOf({ reseller, uuid }: { reseller: { uuid: string }; uuid: string }) {
  return { reseller_uuid: reseller.uuid, uuid };
}

test("a result for a former host name changes nothing: the website is due separately", async () => {
  const { given, bucket, website } = await makeSite();
  given.status = 500;
  const { uuid } = website;
  const key = { reseller_uuid: website.reseller.uuid, uuid, kind: "uptime" as const };
  const end = interceptRequests(async (command) => {
    if (command !== "BatchGet") return;
    end();
    await Check.patch(key).set({ hostname: "https://moved.example" }).go();
  });
  onTestFinished(end);
  await makeRound(bucket);
  expect(await checkOf(website)).toMatchObject({
    ...{ shard: shardOf(uuid), due_at: "2026-11-20T12:10:00+00:00", results: [] },
    memory: { state: "up" },
  });
});

test("a result for a deleted website changes nothing", async () => {
  const { given, bucket, website } = await makeSite();
  given.status = 500;
  const { uuid } = website;
  const key = { reseller_uuid: website.reseller.uuid, uuid, kind: "uptime" as const };
  const end = interceptRequests(async (command) => {
    if (command !== "BatchGet") return;
    end();
    await Check.delete(key).go();
  });
  onTestFinished(end);
  await makeRound(bucket);
  expect(await findCheck(website, "uptime")).toBeNull();
});

test("a website that leaves a round is confirmed, also if the round is not written, or another worker's is", async () => {
  const { given, bucket, website } = await makeSite();
  given.status = 500;
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const end = interceptRequests((command, { Item }) => {
    if (command === "Put" && JSON.stringify(Item).includes("bucketHour")) throw new Error("away");
  });
  onTestFinished(end);
  const event = sqsEvent({ rounds: [{ ...bucket, slot: NOON / 1000 }] });
  expect((await followMessages(event)).batchItemFailures).toHaveLength(1);
  vi.restoreAllMocks();
  const { due_at } = await checkOf(website);
  expect(messagesAbout("UPTIME_QUEUE_URL", website.uuid).at(-1)).toEqual({
    checks: [{ ...keyOf(website), due_at }],
  });
});

test("a round that was killed before it was written is made again, once", async () => {
  const { given, site, bucket, website } = await makeSite();
  given.status = 500;
  const end = interceptRequests((command, { Item }) => {
    if (command === "Put" && JSON.stringify(Item).includes("bucketHour")) throw new Error("killed");
  });
  onTestFinished(end);
  const event = sqsEvent({ rounds: [{ ...bucket, slot: NOON / 1000 }] });
  expect(await followMessages(event)).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }],
  });
  end();
  const left = await checkOf(website);
  expect(left.memory.state).toBe("suspect");
  const asked = site.requests.length;
  await makeRound(bucket);
  expect(site.requests).toHaveLength(asked);
  expect(await checkOf(website)).toEqual(left);
});

test("of two workers with the same round one writes it, and both find the same", async () => {
  const { given, bucket, website } = await makeSite();
  given.status = 500;
  await Promise.all([makeRound(bucket), makeRound(bucket)]);
  expect((await checkOf(website)).results).toHaveLength(1);
});

test("a website that can't be written stays, and delays no other", async () => {
  const bucket = await makeBucket();
  const failing = await startSite((_, response) => response.writeHead(500).end());
  const [poisoned, other] = [
    await joinBucket(failing.url, { bucket }),
    await joinBucket(`${failing.url}/other`, { bucket }),
  ];
  const end = interceptRequests((command, { Key }) => {
    if (command === "Update" && JSON.stringify(Key).includes(poisoned.uuid)) throw new Error("no");
  });
  onTestFinished(async () => {
    end();
    await failing.close();
  });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await makeRound(bucket);
  vi.restoreAllMocks();
  expect(isInBucket(await checkOf(poisoned))).toBe(true);
  expect((await checkOf(other)).memory.state).toBe("suspect");
});

test("a message that can't be read is given back, and the others are done", async () => {
  const { bucket } = await makeSite();
  const messages = [null, { rounds: [{ minutes: "all" }] }, { rounds: [{ ...bucket, slot: 1 }] }];
  const { batchItemFailures } = await roundsHandler({
    now: () => Date.now(),
    sleep: () => new Promise(() => {}),
  })(sqsEvent(...messages));
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
    "message-0",
    "message-1",
  ]);
  expect(await readRounds(bucket)).toHaveLength(1);
});

test("a website that answers at its other URL is written with that one, and stays", async () => {
  const site = await serve({ "/": "<p>up</p>" });
  const bucket = await makeBucket();
  const host = new URL(site.url).host;
  const website = await joinBucket(host, {
    bucket,
    more: { target: { minutes: 5, hostname: host, url: `https://${host}` } },
  });
  await makeRound(bucket);
  expect(await checkOf(website)).toMatchObject({
    target: { url: `http://${host}` },
    memory: { url: `http://${host}`, state: "up" },
  });
});
