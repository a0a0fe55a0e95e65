import { reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import { findSubscriptions, isWanted } from "../../shared/checks/subscriptions.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { countMetric, log } from "../../shared/log.ts";
import { timestamp } from "../../shared/time.ts";
import { CONFIRM_SECONDS } from "./advance.ts";
import { oncePerUrl } from "./oncePerUrl.ts";
import { type Probe, probeSite, probeUrl } from "./probeSite.ts";
import { recordProbe } from "./recordProbe.ts";

/** From this many websites on, more failures than good checks are blamed on the worker. */
const DISTRUST_FROM = 20;
/** So many rounds in a row, 10 to 20 minutes: then a failure is written all the same. */
const MAX_DISCARDED = 10;
/** The next probe of a discarded round, so that its websites don't stay together. */
const SPREAD_SECONDS = 60;

/** A check whose result could not be written. */
interface Failure {
  uuid: string;
  error: unknown;
}

/** Checks these websites, writes what was found, and returns those that could not be written. */
export async function runRound(checks: CheckRecord<"uptime">[]): Promise<Failure[]> {
  const subscriptions = await findSubscriptions(checks);
  const wanted = checks.filter(({ business_uuid }) =>
    isWanted("uptime", subscriptions.get(business_uuid)),
  );
  const probes = new Map<CheckRecord<"uptime">, Probe>();
  const look = oncePerUrl(probeUrl);
  await Promise.all(
    wanted.map(async (check) => {
      probes.set(check, await probeSite(check.hostname, readUptimeMemory(check).url, look));
    }),
  );
  const distrusted = isDistrusted([...probes]);
  const now = new Date();
  const outcomes = await Promise.allSettled(
    checks.map(async (check) => {
      const { plan } = subscriptions.get(check.business_uuid) ?? {};
      const next = nextDue(check.uuid, intervalMinutes("uptime", plan ?? {}), now);
      const probe = probes.get(check);
      if (!probe) return reschedule(check, next);
      return distrusted && discardedOf(check) < MAX_DISCARDED
        ? discard(check, now)
        : recordProbe(check, probe, { now, next });
    }),
  );
  return outcomes.flatMap((outcome, index) =>
    outcome.status === "rejected" ? { uuid: checks[index]?.uuid ?? "", error: outcome.reason } : [],
  );
}

/**
 * Most of many websites don't fail at once: then it is the way out of here that fails. Those that
 * are known to be down say nothing about that, or a few dead websites could hide a new downtime.
 */
function isDistrusted(probes: [CheckRecord<"uptime">, Probe][]): boolean {
  const votes = probes.filter(([check]) => readUptimeMemory(check).state !== "down");
  const failures = votes.filter(([, { answered }]) => !answered).length;
  if (votes.length < DISTRUST_FROM || failures * 2 <= votes.length) return false;
  log("warn", "more than half of the websites failed: the round is discarded", {
    websites: votes.length,
    failures,
  });
  countMetric("UptimeRoundsDiscarded", 1);
  return true;
}

/** Leaves the check as it is, to be done again soon, and counts that. */
function discard(check: CheckRecord<"uptime">, now: Date) {
  const discarded = discardedOf(check) + 1;
  const seconds = CONFIRM_SECONDS + (Number.parseInt(check.uuid.slice(-8), 16) % SPREAD_SECONDS);
  const due_at = timestamp(new Date(now.getTime() + seconds * 1000));
  return reschedule(check, due_at, { memory: { ...check.memory, discarded } });
}

function discardedOf(check: CheckRecord<"uptime">): number {
  return readUptimeMemory(check).discarded ?? 0;
}
