import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { describeError, log } from "../../../shared/log.ts";
import { CHECKS, FAILURES, LATENESS, putMetrics, secondsLate } from "../../../shared/metrics.ts";
import { HostPace } from "../../../shared/outbound/index.ts";
import { readMessage } from "../../../shared/queues/readMessage.ts";
import type { Clock } from "../../../shared/time.ts";
import { requireDepth } from "../bucketDepths.ts";
import { readUptime } from "../bucketHours.ts";
import { type Bucket, bucketAt, positionOf } from "../buckets.ts";
import { intervalMinutes, nextDue, ownShard, reschedule } from "../dueTimes.ts";
import { type DueCheck, dueIn, findStillDue } from "../findChecks.ts";
import { findSubscriptions, isWanted, type Subscription } from "../findSubscriptions.ts";
import { Pace } from "../pace.ts";
import { readUptimeMemory } from "../uptimeMemory.ts";
import { askRegions } from "./askRegions.ts";
import { Distrust } from "./distrust.ts";
import { enqueueLater, judgeProbe, voteAndFindWindows } from "./judgeProbe.ts";
import { keepDays, withoutAhead } from "./ownDays.ts";
import { type ProbeUrl, probeOnce, probeSite, probesOfCall } from "./probeSite.ts";
import { recordPause } from "./recordNews.ts";
import { stateWhenPaused } from "./upOrDown.ts";

/**
 * Results of the first second are written together, which takes less processor time than writing them
 * between the probes; later results are written as they come.
 */
const TOGETHER_MS = 1000;

/** How often a check that no subscription wants is tried again, in case the subscription has changed. */
const UNWANTED_MINUTES = 60;

/**
 * Checks the websites that the messages name, all at once. A message is given back when one of its
 * checks fails, or when it can't be read.
 */
export function uptimeHandler(clock: Clock, probeUrl: ProbeUrl = probeOnce) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const messages = Records.map((record) => ({
      id: record.messageId,
      due: readMessage(record, dueIn),
    }));
    const checks = await findStillDue(
      "uptime",
      messages.flatMap(({ due }) => due ?? []),
    );
    const failed = new Set<string>();
    const now = clock.now();
    const { failures, soon } = await runChecks(checks, { clock, probeUrl });
    for (const { uuid, error } of failures) {
      failed.add(uuid);
      log("error", "an uptime check failed and will be tried again", {
        uuid,
        ...describeError(error),
      });
    }
    await enqueueLater(soon);
    putMetrics({
      [LATENESS]: checks.map((check) => secondsLate(check, now)),
      [CHECKS]: checks.length,
      [FAILURES]: failures.length + soon.length,
    });
    return {
      batchItemFailures: messages
        .filter(({ due }) => due === undefined || due.some(({ uuid }) => failed.has(uuid)))
        .map(({ id }) => ({ itemIdentifier: id })),
    };
  };
}

/** The checks whose result could not be written, and those that are due again soon. */
interface Outcome {
  failures: { uuid: string; error: unknown }[];
  soon: DueCheck[];
}

/**
 * Checks websites separately, all at once, and writes each result. A website that does not answer delays
 * the others by a second at most.
 */
async function runChecks(
  given: CheckRecord<"uptime">[],
  { clock, probeUrl }: { clock: Clock; probeUrl: ProbeUrl },
): Promise<Outcome> {
  const subscriptions = await findSubscriptions(given);
  const known = await Promise.allSettled(given.map(withMemory));
  const checks = known.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const wanted = checks.filter(({ business_uuid }) =>
    isWanted("uptime", subscriptions.get(business_uuid)),
  );
  const isProbed = new Set(wanted.map(({ uuid }) => uuid));
  const distrust = new Distrust(probeUrl);
  const probesFor = probesOfCall(probeUrl, new HostPace(clock));
  const pace = new Pace(clock);
  const probes = checks.map(async (check) => {
    const { reseller_uuid, uuid } = check;
    if (!isProbed.has(uuid)) return undefined;
    const { url, state } = readUptimeMemory(check);
    await pace.turn(check.results[0]?.duration);
    const found = await probeSite(check.hostname, url, probesFor(reseller_uuid));
    return await voteAndFindWindows(distrust, found, { reseller_uuid, uuid, state });
  });
  const ending = new AbortController();
  const elsewhere = askRegions(wanted, { clock, ended: ending.signal });
  const together = Promise.race([Promise.allSettled(probes), clock.sleep(TOGETHER_MS)]);
  const results = await Promise.allSettled(
    checks.map(async (check, index) => {
      const probe = await probes[index];
      await together;
      const now = clock.now();
      if (!probe) {
        const isPaused = subscriptions.has(check.business_uuid);
        return await skip(await keepDays(check, { now }), isPaused);
      }
      const bucket = await findBucket(check, subscriptions.get(check.business_uuid), now);
      const seen = probe.finding === "down" ? await elsewhere.get(check.uuid) : undefined;
      const found = { ...probe, ...(seen && { elsewhere: seen }) };
      const { minutes } = bucket;
      const kept = await keepDays(check, { now: clock.now(), probed: { found, minutes } });
      return await judgeProbe(kept, found, { bucket, distrust });
    }),
  );
  // Requests that go on while the container is frozen would be taken for a region that does not answer.
  ending.abort();
  return {
    failures: [...failuresOf(given, known), ...failuresOf(checks, results)],
    soon: results.flatMap((result) => (result.status === "fulfilled" ? (result.value ?? []) : [])),
  };
}

/** The bucket in which a website has rounds while it is up. */
async function findBucket(
  { uuid }: CheckRecord<"uptime">,
  subscription: Subscription | undefined,
  now: number,
): Promise<Bucket> {
  const minutes = intervalMinutes("uptime", subscription?.plan ?? {});
  const depth = await requireDepth(minutes, now);
  return bucketAt(positionOf(uuid), { minutes, depth });
}

function failuresOf(
  checks: CheckRecord<"uptime">[],
  results: PromiseSettledResult<unknown>[],
): Outcome["failures"] {
  return results.flatMap((result, index) =>
    result.status === "rejected" ? { uuid: checks[index]?.uuid ?? "", error: result.reason } : [],
  );
}

/** A check with what the rounds found: it may have become due while its website is in a bucket. */
async function withMemory(check: CheckRecord<"uptime">): Promise<CheckRecord<"uptime">> {
  return { ...check, memory: await readUptime(check) };
}

/**
 * Puts off a check that no subscription wants at the moment. The website is then paused, unless its
 * business was deleted.
 */
async function skip(check: CheckRecord<"uptime">, isPaused: boolean) {
  const { uuid, folded } = check;
  const now = new Date();
  const due_at = nextDue(uuid, UNWANTED_MINUTES, now);
  const before = { ...readUptimeMemory(check), observed_until: undefined };
  const changes = {
    tallies: withoutAhead(check, now),
    ...(folded !== undefined && { folded }),
  };
  if (isPaused && !before.is_paused) {
    const place = { due_at, shard: ownShard(check) };
    await recordPause(check, stateWhenPaused(before), { ...changes, ...place, now });
  } else {
    await reschedule(check, due_at, { ...changes, memory: before });
  }
  return undefined;
}
