import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { handler as followMessages, roundsHandler } from "../../../functions/rounds/index.ts";
import { uptimeHandler } from "../../../functions/uptime/index.ts";
import { dailyFigures } from "../../../shared/checks/dailyFigures.ts";
import { hourOf, readUptime } from "../../../shared/checks/rosterHours.ts";
import { isSeated, lastSlot } from "../../../shared/checks/rosters.ts";
import { shardOf } from "../../../shared/checks/schedule.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { RosterHour } from "../../../shared/entities/rosterHour.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { ownControlHosts } from "../../support/controlHosts.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { messagesAbout, sqsEvent } from "../../support/messages.ts";
import { dueMessage, findCheck, isUp, readFeed } from "../../support/monitoring.ts";
import { serve, startSite } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { makeRoster, makeRound, patientClock, readRows, seatWebsite } from "./rosters.ts";

const NOON = Date.parse("2026-11-20T12:10:00Z");

beforeAll(() => allowLocalAddresses());

beforeEach(() => {
  ownControlHosts();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});

afterEach(() => void vi.useRealTimers());

/** A website whose status is to be set, in a roster of its own. */
async function makeSite(minutes = 5) {
  const given = { status: 200 };
  const site = await serve((_, response) => response.writeHead(given.status).end());
  const roster = makeRoster(minutes);
  const website = await seatWebsite(site.url, { roster, place: 3 });
  return { given, site, roster, website };
}

const checkOf = async (website: Parameters<typeof findCheck>[0]) =>
  (await findCheck(website, "uptime")) as CheckRecord<"uptime">;

/** What the round's worker sends for it, at the time that it is for. */
async function confirm(website: Parameters<typeof findCheck>[0]) {
  const message = await dueMessage(website, "uptime");
  vi.setSystemTime(Date.parse(message.checks[0]?.due_at ?? ""));
  expect(await uptimeHandler(skippedPauses())(sqsEvent(message))).toEqual({
    batchItemFailures: [],
  });
}

test("who is simply up costs a character, and its check is not written", async () => {
  const { site, roster, website } = await makeSite();
  const before = await checkOf(website);
  await makeRound(roster);
  expect(await checkOf(website)).toEqual(before);
  expect(site.requests).toHaveLength(1);
  const rows = await readRows(roster);
  expect(rows).toEqual([{ slot: expect.any(Number), at: NOON / 1000, looks: expect.any(String) }]);
  expect(rows[0]?.looks).toMatch(/^ {3}[!-~]$/);
  const { checked_at } = await readUptime(before);
  expect(checked_at).toBe(NOON / 1000);
});

test("a round that comes again, or late, asks nobody and changes nothing", async () => {
  const { site, roster } = await makeSite();
  await makeRound(roster);
  const rows = await readRows(roster);
  await makeRound(roster);
  const late = { rounds: [{ roster, slot: NOON / 1000 - 86_400 }] };
  expect(await followMessages(sqsEvent(late))).toEqual({ batchItemFailures: [] });
  expect(site.requests).toHaveLength(1);
  expect(await readRows(roster)).toEqual(rows);
});

test("who fails leaves the roster, is confirmed by itself, and comes back when it is up", async () => {
  const { given, roster, website } = await makeSite();
  await makeRound(roster);
  given.status = 500;
  vi.setSystemTime(NOON + 300_000);
  await makeRound(roster);
  const suspect = await checkOf(website);
  expect(suspect).toMatchObject({
    shard: shardOf(website.uuid),
    due_at: "2026-11-20T12:16:00+00:00",
    memory: { state: "suspect", since: NOON / 1000 + 300 },
    results: [{ outcome: "http 500" }],
    seat: { roster, place: 3 },
  });
  expect(messagesAbout("UPTIME_QUEUE_URL", website.uuid).at(-1)).toEqual({
    checks: [{ reseller_uuid: website.reseller.uuid, uuid: website.uuid, due_at: suspect.due_at }],
  });
  await confirm(website);
  expect(await isUp(website)).toBe(false);
  // It is no part of the rounds meanwhile.
  await makeRound(roster);
  const [first, second, ...later] = (await readRows(roster)).map(({ looks }) => looks);
  expect([first, second]).toEqual([expect.stringMatching(/^ {3}[!-~]$/), ""]);
  // There is another one where its minute of the interval has come meanwhile.
  expect(later.join("")).toBe("");
  given.status = 200;
  await confirm(website);
  await confirm(website);
  expect(await isUp(website)).toBe(true);
  expect(isSeated(await checkOf(website))).toBe(true);
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
  const roster = makeRoster();
  const hanging = await serve((_, response) => void release.then(() => response.end()));
  const silent = await seatWebsite(hanging.url, { roster, place: 0 });
  const good = await serve({ "/": "<p>up</p>" });
  await seatWebsite(good.url, { roster, place: 1 });
  // The pauses end when the other one has answered.
  const answers = async () => {
    while (good.requests.length === 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  };
  await makeRound(roster, { now: () => Date.now(), sleep: answers });
  const check = await checkOf(silent);
  expect(check).toMatchObject({
    shard: shardOf(silent.uuid),
    due_at: "2026-11-20T12:10:00+00:00",
    results: [],
    memory: { state: "up" },
  });
  const message = { checks: [{ ...keyOf(silent), due_at: check.due_at }] };
  expect(messagesAbout("UPTIME_QUEUE_URL", silent.uuid).at(-1)).toEqual(message);
  expect((await readRows(roster)).map(({ looks }) => looks)).toEqual([
    expect.stringMatching(/^ [!-~]$/),
  ]);
});

function keyOf({ reseller, uuid }: { reseller: { uuid: string }; uuid: string }) {
  return { reseller_uuid: reseller.uuid, uuid };
}

test("what a round finds of another host name changes nothing: the website is due by itself", async () => {
  const { given, roster, website } = await makeSite();
  given.status = 500;
  const { uuid } = website;
  const key = { reseller_uuid: website.reseller.uuid, uuid, kind: "uptime" as const };
  const end = interceptRequests(async (command) => {
    if (command !== "BatchGet") return;
    end();
    await Check.patch(key).set({ hostname: "https://moved.example" }).go();
  });
  onTestFinished(end);
  await makeRound(roster);
  expect(await checkOf(website)).toMatchObject({
    ...{ shard: shardOf(uuid), due_at: "2026-11-20T12:10:00+00:00", results: [] },
    memory: { state: "up" },
  });
});

test("nor does that of a website that has gone", async () => {
  const { given, roster, website } = await makeSite();
  given.status = 500;
  const { uuid } = website;
  const key = { reseller_uuid: website.reseller.uuid, uuid, kind: "uptime" as const };
  const end = interceptRequests(async (command) => {
    if (command !== "BatchGet") return;
    end();
    await Check.delete(key).go();
  });
  onTestFinished(end);
  await makeRound(roster);
  expect(await findCheck(website, "uptime")).toBeNull();
});

test("who leaves a round that then can't be written, or is one of two, is confirmed all the same", async () => {
  const { given, roster, website } = await makeSite();
  given.status = 500;
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const end = interceptRequests((command, { Item }) => {
    if (command === "Put" && JSON.stringify(Item).includes("rosterHour")) throw new Error("away");
  });
  onTestFinished(end);
  const event = sqsEvent({ rounds: [{ roster, slot: NOON / 1000 }] });
  expect((await followMessages(event)).batchItemFailures).toHaveLength(1);
  vi.restoreAllMocks();
  const { due_at } = await checkOf(website);
  expect(messagesAbout("UPTIME_QUEUE_URL", website.uuid).at(-1)).toEqual({
    checks: [{ ...keyOf(website), due_at }],
  });
});

test("a round that was killed before it was written is made again, once", async () => {
  const { given, site, roster, website } = await makeSite();
  given.status = 500;
  const end = interceptRequests((command, { Item }) => {
    if (command === "Put" && JSON.stringify(Item).includes("rosterHour")) throw new Error("killed");
  });
  onTestFinished(end);
  const event = sqsEvent({ rounds: [{ roster, slot: NOON / 1000 }] });
  expect(await followMessages(event)).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }],
  });
  end();
  const left = await checkOf(website);
  expect(left.memory.state).toBe("suspect");
  const asked = site.requests.length;
  await makeRound(roster);
  expect(site.requests).toHaveLength(asked);
  expect(await checkOf(website)).toEqual(left);
});

test("of two workers with the same round one writes it, and both find the same", async () => {
  const { given, roster, website } = await makeSite();
  given.status = 500;
  await Promise.all([makeRound(roster), makeRound(roster)]);
  expect((await checkOf(website)).results).toHaveLength(1);
});

test("one website that can't be written stays, and holds up no other", async () => {
  const roster = makeRoster();
  const failing = await startSite((_, response) => response.writeHead(500).end());
  const [poisoned, other] = [
    await seatWebsite(failing.url, { roster, place: 0 }),
    await seatWebsite(`${failing.url}/other`, { roster, place: 1 }),
  ];
  const end = interceptRequests((command, { Key }) => {
    if (command === "Update" && JSON.stringify(Key).includes(poisoned.uuid)) throw new Error("no");
  });
  onTestFinished(async () => {
    end();
    await failing.close();
  });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await makeRound(roster);
  vi.restoreAllMocks();
  expect(isSeated(await checkOf(poisoned))).toBe(true);
  expect((await checkOf(other)).memory.state).toBe("suspect");
});

test("time without rounds is a gap: nobody has looked", async () => {
  const { roster, website } = await makeSite();
  await makeRound(roster);
  vi.setSystemTime(NOON + 3_600_000);
  await makeRound(roster);
  const { gaps, checked_at } = await readUptime(await checkOf(website));
  expect(gaps).toEqual([{ from: NOON / 1000, to: NOON / 1000 + 3600 }]);
  expect(checked_at).toBe(NOON / 1000 + 3600);
});

test.each([86_400, 900])(
  "a round by a clock that was %d s ahead delays nothing, and counts never",
  async (ahead) => {
    const { site, roster, website } = await makeSite();
    vi.setSystemTime(NOON + ahead * 1000);
    await makeRound(roster);
    vi.setSystemTime(NOON);
    await makeRound(roster);
    expect(site.requests).toHaveLength(2);
    expect(await readRows(roster)).toHaveLength(1);
    vi.setSystemTime(NOON + ahead * 1000 + 120_000);
    const day = new Date().toISOString().slice(0, 10);
    const days = { from: "2026-11-20", to: day };
    const figures = await dailyFigures(keyOf(website), days);
    expect(figures.map(({ looks }) => looks)).toEqual([1]);
  },
);

/** The round of a worker whose clock is so many seconds behind those of the schedule and the queue. */
async function makeRoundBehind(
  roster: number,
  seconds: number,
  told = lastSlot(roster, nowSeconds()),
) {
  const right = Date.now();
  const event = sqsEvent({ rounds: [{ roster, slot: told }] });
  vi.setSystemTime(right - seconds * 1000);
  expect(await roundsHandler(patientClock)(event)).toEqual({ batchItemFailures: [] });
  vi.setSystemTime(right);
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
const timesOf = async (roster: number) =>
  (await readRows(roster)).map(({ at }) => at - NOON / 1000);

// In the second one it is the hour before there.
test.each([86_400, 780])(
  "a worker whose clock is %d s behind takes nothing from the others",
  async (behind) => {
    const { roster } = await makeSite();
    await makeRound(roster);
    await makeRoundBehind(roster, behind);
    expect(await timesOf(roster)).toEqual([0]);
  },
);

test.each(["in time", "late"])(
  "nor does one that is minutes behind within the hour, with a message that comes %s",
  async (when) => {
    const { roster } = await makeSite(1);
    for (const seconds of [0, 180, 240]) {
      vi.setSystemTime(NOON + seconds * 1000);
      await makeRound(roster);
    }
    await makeRoundBehind(roster, 170, when === "late" ? lastSlot(roster, NOON / 1000) : undefined);
    vi.setSystemTime(NOON + 300_000);
    await makeRound(roster);
    expect(await timesOf(roster)).toEqual([0, 70, 180, 240, 300]);
  },
);

test("of two rounds that are written at once none is lost, and a third knows both", async () => {
  const { roster, website } = await makeSite(1);
  let isFirst = true;
  const end = interceptRequests(async (command, { Item }) => {
    if (command !== "Put" || !isFirst || !JSON.stringify(Item).includes("rosterHour")) return;
    isFirst = false;
    vi.setSystemTime(NOON + 60_000);
    await makeRound(roster);
  });
  onTestFinished(end);
  await makeRound(roster);
  vi.setSystemTime(NOON + 120_000);
  await makeRound(roster);
  expect(await timesOf(roster)).toEqual([0, 60, 120]);
  const { gaps = [], checked_at } = await readUptime(await checkOf(website));
  expect([gaps, checked_at]).toEqual([[], NOON / 1000 + 120]);
});

test("days of which nothing is remembered are a gap, not uptime", async () => {
  const { roster, website } = await makeSite();
  await makeRound(roster);
  const later = NOON / 1000 + 4 * 86_400;
  vi.setSystemTime(later * 1000);
  // DynamoDB's time to live has removed it.
  await RosterHour.delete({ roster, hour: hourOf(NOON / 1000) }).go();
  await makeRound(roster);
  const { gaps } = await readUptime(await checkOf(website));
  expect(gaps).toEqual([{ from: NOON / 1000 - 60, to: later }]);
});

test("a message that can't be read is given back, and the others are done", async () => {
  const { roster } = await makeSite();
  const messages = [null, { rounds: [{ roster: "all" }] }, { rounds: [{ roster, slot: 1 }] }];
  const { batchItemFailures } = await roundsHandler({
    now: () => Date.now(),
    sleep: () => new Promise(() => {}),
  })(sqsEvent(...messages));
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
    "message-0",
    "message-1",
  ]);
  expect(await readRows(roster)).toHaveLength(1);
});

test("a website that answers at its other URL is written with that one, and stays", async () => {
  const site = await serve({ "/": "<p>up</p>" });
  const roster = makeRoster();
  const host = new URL(site.url).host;
  const website = await seatWebsite(host, {
    roster,
    place: 0,
    more: { seat: { roster, place: 0, hostname: host, url: `https://${host}` } },
  });
  await makeRound(roster);
  expect(await checkOf(website)).toMatchObject({
    shard: roster,
    seat: { url: `http://${host}` },
    memory: { url: `http://${host}`, state: "up" },
  });
});
