import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Bucket, lastSlot } from "../../../../functions/monitoring/buckets.ts";
import { shardOf } from "../../../../functions/monitoring/dueTimes.ts";
import { roundsHandler } from "../../../../functions/monitoring/rounds/runRounds.ts";
import { enqueueDue } from "../../../../functions/monitoring/schedule/enqueueDue.ts";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import { BucketDepth } from "../../../../shared/entities/bucketDepth.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { timestamp } from "../../../../shared/time.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptMessages } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  isUp,
  type MonitoredWebsite,
  monitorWebsite,
  readFeed,
} from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { runs } from "../../../support/runs.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const MINUTE = 60_000;

/** What happens at a time: a tick of the schedule, or a message that comes to a worker. */
interface Happening {
  at: number;
  message?: unknown;
  round?: Bucket & { slot: number };
}

interface World {
  /** When the ticks are, in milliseconds after each minute. */
  tickOffset: number;
  /** How long a message takes to its worker. */
  latency: number;
  /** How long the website takes for each of the two attempts at it. */
  attempt: number;
  /** Messages that are to come later get lost. */
  losesDelayed: boolean;
  /** When the website goes down and comes back, in seconds after noon. */
  downAt: number;
  downFor: number;
}

/**
 * Plays the real schedule and the real worker with a clock of their own, and returns how many
 * seconds after the first failed, and the first good probe it was known, and the longest time between two
 * requests from the first failed one to the first good one.
 */
async function play(world: World): Promise<{ down: number; up: number; between: number }> {
  ownSchedule();
  const downAt = NOON + world.downAt * 1000;
  const upAt = downAt + world.downFor * 1000;
  const first: Times = {};
  const requests: number[] = [];
  const known: Times = {};
  vi.setSystemTime(NOON);
  const site = await serve((_, response) => {
    const now = Date.now();
    const isDown = now >= downAt && now < upAt;
    if (isDown || (now >= upAt && !first.up)) requests.push(now);
    if (isDown) first.down ??= now;
    if (now >= upAt) first.up ??= now;
    vi.setSystemTime(now + world.attempt);
    response.writeHead(isDown ? 500 : 200).end();
  });
  const website = await monitorWebsite(site.url);
  await checkEachMinute(website, site.url);
  const shard = shardOf(website.uuid);
  const bucket = { minutes: 1, depth: 0, number: 0 };
  const happenings: Happening[] = [{ at: NOON + world.tickOffset }];
  const end = interceptMessages((_, { Entries }) => {
    for (const { MessageBody, DelaySeconds = 0 } of Entries as Entry[]) {
      if (!MessageBody.includes(website.uuid) || (DelaySeconds > 0 && world.losesDelayed)) continue;
      const at = Date.now() + DelaySeconds * 1000 + world.latency;
      happenings.push({ at, message: JSON.parse(MessageBody) });
    }
  });
  onTestFinished(end);
  const worker = uptimeHandler(skippedPauses());
  // No pause ends: all websites answer.
  const rounds = roundsHandler({ now: () => Date.now(), sleep: () => new Promise(() => {}) });
  while (!known.up && Date.now() < upAt + 10 * MINUTE) {
    happenings.sort((one, other) => one.at - other.at);
    const { at, message, round } = happenings.shift() ?? { at: Number.POSITIVE_INFINITY };
    vi.setSystemTime(Math.max(at, Date.now()));
    if (message) await worker(sqsEvent(message));
    else if (round) await rounds(sqsEvent({ rounds: [round] }));
    else {
      await enqueueDue({ kind: "uptime", shard, now: new Date() });
      // The one that the tick enqueues for the minute that begins.
      const slot = lastSlot(bucket, Math.floor(Date.now() / 1000) + 60);
      happenings.push({ at: slot * 1000 + world.latency, round: { ...bucket, slot } });
      happenings.push({ at: at + MINUTE });
    }
    const isShownUp = await isUp(website);
    if (!isShownUp) known.down ??= Date.now();
    if (isShownUp && known.down) known.up = Date.now();
  }
  end();
  expect(await readFeed(website)).toHaveLength(2);
  const after = (from = 0, to = 0) => (to - from) / 1000;
  const between = requests.slice(1).map((at, index) => after(requests[index], at));
  return {
    down: after(first.down, known.down),
    up: after(first.up, known.up),
    between: Math.max(...between),
  };
}

/** In milliseconds since 1970. */
interface Times {
  down?: number;
  up?: number;
}

interface Entry {
  MessageBody: string;
  DelaySeconds?: number;
}

/** Puts the website on a plan of a minute, and makes its check due. */
async function checkEachMinute({ reseller, uuid }: MonitoredWebsite, hostname: string) {
  const reseller_uuid = reseller.uuid;
  await Plan.patch({ reseller_uuid, uuid: reseller.planUuid })
    .set({ uptime_interval_minutes: 1 })
    .go();
  await BucketDepth.put({ minutes: 1, since: [0] }).go();
  await Check.patch({ reseller_uuid, uuid, kind: "uptime" })
    .set({
      shard: shardOf(uuid),
      due_at: timestamp(),
      target: { minutes: 1, hostname, url: hostname },
    })
    .go();
}

const world = fc.record({
  tickOffset: fc.integer({ min: 0, max: MINUTE - 1 }),
  latency: fc.integer({ min: 0, max: 4000 }),
  attempt: fc.constantFrom(0, 10_000),
  losesDelayed: fc.boolean(),
  downAt: fc.integer({ min: 30, max: 100 }),
  downFor: fc.integer({ min: 200, max: 300 }),
});

function start() {
  ownControlHosts();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  onTestFinished(() => void vi.useRealTimers());
}

test("a minute after a failure, or a good probe after a downtime, it is known, and no probe is late", async () => {
  start();
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { down, up, between } = await play(given);
      // The second probe comes by its own message, or with the schedule's next tick.
      const took = (2 * given.attempt + given.latency) / 1000;
      const latest = given.losesDelayed ? 125 + took : 62 + took;
      expect(down).toBeGreaterThanOrEqual(60);
      expect(down).toBeLessThanOrEqual(latest);
      expect(up).toBeGreaterThanOrEqual(60);
      expect(up).toBeLessThanOrEqual(latest);
      // A quarter of the interval, unless the message is lost that comes when a probe is due.
      if (!given.losesDelayed) expect(between).toBeLessThanOrEqual(75);
    }),
    {
      numRuns: runs(20),
      // Each check falls due just after a tick.
      examples: [
        [{ tickOffset: 0, latency: 0, attempt: 0, losesDelayed: false, downAt: 30, downFor: 200 }],
      ],
    },
  );
});
