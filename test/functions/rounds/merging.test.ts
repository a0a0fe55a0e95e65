import { randomInt } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { roundsHandler } from "../../../functions/rounds/index.ts";
import { enqueueRounds } from "../../../functions/schedule/enqueueRounds.ts";
import { uptimeHandler } from "../../../functions/uptime/index.ts";
import {
  closeRosters,
  findClosed,
  findRosters,
  isClosed,
  withNumbers,
} from "../../../shared/checks/closedRosters.ts";
import { dailyFigures } from "../../../shared/checks/dailyFigures.ts";
import {
  isSeated,
  lastSlot,
  placeOf,
  rosterOf,
  takeSeats,
} from "../../../shared/checks/rosters.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { ClosedRosters } from "../../../shared/entities/closedRosters.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { ownControlHosts } from "../../support/controlHosts.ts";
import { interceptMessages, interceptRequests } from "../../support/interceptRequests.ts";
import { onlyIntervals } from "../../support/intervals.ts";
import { sqsEvent } from "../../support/messages.ts";
import { doAtOnce } from "../../support/modelledTable.ts";
import { dueMessage, findCheck, type MonitoredWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { patientClock, seatWebsite } from "./rosters.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const DONE = { batchItemFailures: [] };

beforeAll(() => allowLocalAddresses());
beforeEach(() => {
  ownControlHosts();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => void vi.useRealTimers());

/** Longer than few may be in a roster before it is closed; no other test has them. */
let lastMinutes = randomInt(70, 300);
const nextMinutes = () => ++lastMinutes;

/** Websites in a roster of an interval of its own, of which all 100 seats were given out. */
async function makeDeserted(count: number) {
  const minutes = nextMinutes();
  const seconds = minutes * 60;
  await takeSeats(minutes, 100);
  const { roster } = placeOf(minutes, 0);
  const site = await serve({ "/": "<p>up</p>" });
  const websites: MonitoredWebsite[] = [];
  for (let place = 0; place < count; place += 1) {
    const website = await seatWebsite(`${site.url}/?${place}`, { roster, place });
    await followPlan(website, minutes);
    websites.push(website);
  }
  const round = async (at: number, clock = patientClock) => {
    vi.setSystemTime(NOON + at * 1000);
    const slot = lastSlot(roster, NOON / 1000 + at);
    return await roundsHandler(clock)(sqsEvent({ rounds: [{ roster, slot }] }));
  };
  return { minutes, seconds, roster, site, websites, round };
}

async function followPlan({ reseller }: MonitoredWebsite, minutes: number) {
  await Plan.patch({ reseller_uuid: reseller.uuid, uuid: reseller.planUuid })
    .set({ uptime_interval_minutes: minutes })
    .go();
}

/** The rounds that the schedule enqueues from now on. */
function keepRounds() {
  const sent: { roster: number; slot: number }[] = [];
  const end = interceptMessages((_, { Entries }) => {
    for (const { MessageBody } of Entries as { MessageBody: string }[]) {
      sent.push(...(JSON.parse(MessageBody).rounds ?? []));
    }
  });
  onTestFinished(end);
  return sent;
}

const checkOf = async (website: MonitoredWebsite) =>
  (await findCheck(website, "uptime")) as CheckRecord<"uptime">;

async function rostersOf(minutes: number) {
  const all = await findRosters();
  return all.find((interval) => interval.minutes === minutes)?.rosters;
}

async function ownLook(website: MonitoredWebsite) {
  expect(
    await uptimeHandler(skippedPauses())(sqsEvent(await dueMessage(website, "uptime"))),
  ).toEqual(DONE);
}

test("a roster that few are left in is closed after an hour; each moves once, and is looked at", async () => {
  const { minutes, seconds, roster, site, websites, round } = await makeDeserted(2);
  expect(await round(0)).toEqual(DONE);
  expect(isClosed(await findClosed([roster]), roster)).toBe(false);
  expect(await round(seconds)).toEqual(DONE);
  expect(isClosed(await findClosed([roster]), roster)).toBe(true);
  expect(site.requests).toHaveLength(4);
  // Its next round has them leave: they are due by themselves, and by that get seats elsewhere.
  expect(await round(2 * seconds)).toEqual(DONE);
  expect(site.requests).toHaveLength(4);
  for (const website of websites) {
    const left = await checkOf(website);
    expect(isSeated(left)).toBe(false);
    expect(Date.parse(left.due_at)).toBeLessThanOrEqual(Date.now());
    await ownLook(website);
    const check = await checkOf(website);
    expect(isSeated(check)).toBe(true);
    expect(check.seat?.roster).toBe(roster + 1);
    // Nothing was missed on the way.
    expect(check.memory.gaps ?? []).toEqual([]);
  }
  expect(site.requests).toHaveLength(6);
  const places = await Promise.all(websites.map(async (one) => (await checkOf(one)).seat?.place));
  expect(new Set(places).size).toBe(2);
  // It has rounds until one of them finds nobody, however long that takes.
  vi.setSystemTime(NOON + 40 * seconds * 1000);
  expect(await rostersOf(minutes)).toEqual([roster, roster + 1]);
  expect(await round(41 * seconds)).toEqual(DONE);
  expect(site.requests).toHaveLength(6);
  expect(await rostersOf(minutes)).toEqual([roster + 1]);
});

test("a closed roster has rounds for as long as somebody may be about to join it", async () => {
  const { minutes, seconds, roster, round } = await makeDeserted(0);
  await round(0);
  await round(seconds);
  const now = NOON / 1000 + seconds + 3540;
  vi.setSystemTime(now * 1000);
  await roundsHandler(patientClock)(sqsEvent({ rounds: [{ roster, slot: now }] }));
  expect(await rostersOf(minutes)).toEqual([roster]);
  await round(2 * seconds);
  expect(await rostersOf(minutes)).toEqual([]);
});

test("who joins a roster while it is closed leaves it by its next round", async () => {
  const { seconds, roster, websites, round } = await makeDeserted(1);
  const [website] = websites;
  if (!website) throw new Error("There is no website");
  await round(0);
  await round(seconds);
  // As a worker writes it that read of open rosters a moment before.
  const joined = await seatWebsite(`http://127.0.0.1:1/`, { roster, place: 60 });
  await round(2 * seconds);
  for (const each of [website, joined]) expect(isSeated(await checkOf(each))).toBe(false);
});

test("a website that is in a roster without rounds all the same is found within a day, and moves", async () => {
  const { minutes, seconds, roster, site, round } = await makeDeserted(0);
  for (const at of [0, seconds, 2 * seconds]) await round(at);
  expect(await rostersOf(minutes)).toEqual([]);
  // As its worker wrote it, long after it had read that the roster was open.
  const website = await seatWebsite(site.url, { roster, place: 60 });
  await followPlan(website, minutes);
  onlyIntervals(minutes);
  const sent = keepRounds();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const began = NOON / 1000 + 2 * seconds;
  await enqueueRounds(new Date(began * 1000), () => true);
  sent.length = 0;
  for (let now = began + 60; now <= began + 24 * 3600 + 60; now += 3 * 3600) {
    vi.setSystemTime(now * 1000);
    await enqueueRounds(new Date(now * 1000), () => true);
    if (sent.length > 0) break;
  }
  expect(sent.map((each) => each.roster)).toEqual([roster]);
  expect(await roundsHandler(patientClock)(sqsEvent({ rounds: sent }))).toEqual(DONE);
  vi.restoreAllMocks();
  expect(isSeated(await checkOf(website))).toBe(false);
  await ownLook(website);
  const check = await checkOf(website);
  expect([isSeated(check), check.seat?.roster]).toEqual([true, roster + 1]);
  expect(await rostersOf(minutes)).toEqual([roster + 1]);
});

test("rosters that are closed at the same moment are all closed, and wait for each other by less than a second", async () => {
  const minutes = nextMinutes();
  await takeSeats(minutes, 2000);
  const rosters = Array.from({ length: 20 }, (_, number) => rosterOf(minutes, number));
  const done = await doAtOnce(
    rosters.map((roster) => () => closeRosters([roster], NOON / 1000)),
    { within: 100 },
  );
  const closed = await findClosed(rosters);
  expect(rosters.filter((roster) => !isClosed(closed, roster))).toEqual([]);
  // By the model's clock.
  expect(Math.max(...done.map(({ endedAt }) => endedAt))).toBeLessThan(1000);
});

test("a roster whose seats are not all given out, or with enough websites, stays open", async () => {
  const { minutes, seconds, roster, round } = await makeDeserted(1);
  const { roster: next } = placeOf(minutes, 100);
  await takeSeats(minutes, 50);
  await seatWebsite("http://127.0.0.1:1/", { roster: next, place: 0 });
  await round(0);
  await round(seconds);
  const slot = lastSlot(next, Math.floor(Date.now() / 1000));
  for (const at of [slot, slot + seconds]) {
    vi.setSystemTime(at * 1000 + 1000);
    await roundsHandler(skippedPauses())(sqsEvent({ rounds: [{ roster: next, slot: at }] }));
  }
  const closed = await findClosed([roster]);
  expect([roster, next].map((each) => isClosed(closed, each))).toEqual([true, false]);
});

test("an interval that is toggled twelve times has no more rosters than its websites need", async () => {
  const minutes = nextMinutes();
  onlyIntervals(minutes);
  let now = NOON / 1000;
  const sent = keepRounds();
  for (let toggle = 0; toggle < 12; toggle += 1) {
    // A reseller's hundred websites come, and have gone again before their first round.
    await takeSeats(minutes, 100);
    now += minutes * 60;
    vi.setSystemTime(now * 1000);
    sent.length = 0;
    await enqueueRounds(new Date(now * 1000), () => true);
    expect(await roundsHandler(patientClock)(sqsEvent({ rounds: sent }))).toEqual(DONE);
  }
  expect((await rostersOf(minutes))?.length).toBeLessThanOrEqual(6);
  const { data } = await ClosedRosters.get({ minutes, block: 0 }).go();
  expect(data?.closed.length).toBeLessThanOrEqual(4);
});

test("no look is lost or counted twice where a roster is closed in between", async () => {
  const { seconds, websites, round } = await makeDeserted(1);
  const [website] = websites;
  if (!website) throw new Error("There is no website");
  for (const at of [0, seconds, 2 * seconds]) await round(at);
  await ownLook(website);
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
  const days = { from: "2026-11-20", to: "2026-11-21" };
  const figures = await dailyFigures(key, days);
  // Two by rounds, and its own instead of the third.
  expect(figures.reduce((sum, { looks }) => sum + looks, 0)).toBe(3);
});

test("a round whose closing can't be written is a round all the same, and the next one closes", async () => {
  const { seconds, roster, round } = await makeDeserted(0);
  await round(0);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const end = interceptRequests((command, { Item }) => {
    if (command === "Put" && JSON.stringify(Item).includes("closedRosters"))
      throw new Error("away");
  });
  onTestFinished(() => {
    end();
    vi.restoreAllMocks();
  });
  expect(await round(seconds)).toEqual(DONE);
  end();
  vi.restoreAllMocks();
  expect(isClosed(await findClosed([roster]), roster)).toBe(false);
  expect(await round(2 * seconds)).toEqual(DONE);
  expect(isClosed(await findClosed([roster]), roster)).toBe(true);
});

test("stretches know exactly what was closed, and what is over, in their order, neighbours together", () => {
  const step = fc.record({
    numbers: fc.array(fc.nat(30), { maxLength: 4 }),
    at: fc.constantFrom(undefined, 300, 600),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const known = new Map<number, number | undefined>();
      let closed: ReturnType<typeof withNumbers> = [];
      for (const { numbers, at } of steps) {
        closed = withNumbers(closed, numbers, at === undefined ? {} : { at });
        for (const number of numbers) known.set(number, at);
      }
      const found = closed.flatMap(({ from, to, at }) =>
        Array.from({ length: to - from + 1 }, (_, index) => [from + index, at]),
      );
      expect(found).toEqual([...known].toSorted(([one], [other]) => one - other));
      for (const [index, { from, at }] of closed.entries()) {
        const before = closed[index - 1];
        expect(before?.to === from - 1 && before.at === at).toBe(false);
      }
    }),
    { numRuns: 50 },
  );
});
