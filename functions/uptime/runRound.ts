import type { DueCheck } from "../../shared/checks/findChecks.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { readUptime } from "../../shared/checks/rosterHours.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import {
  findSubscriptions,
  isWanted,
  type Subscription,
} from "../../shared/checks/subscriptions.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import type { Clock } from "../../shared/time.ts";
import { askProbes } from "./askProbes.ts";
import { assignSeats, standingOf } from "./assignSeats.ts";
import { Distrust } from "./distrust.ts";
import { keepDays } from "./keepDays.ts";
import { oncePerUrl } from "./oncePerUrl.ts";
import { type LookAt, probeSite } from "./probeSite.ts";
import { castVote, settle } from "./settle.ts";
import { withoutAhead } from "./tallyProbe.ts";

/**
 * Results that come within this time of the first probe are written together, which takes a third
 * less of the processor than between the probes; what takes longer is written when it comes.
 */
const TOGETHER_MS = 1000;

/** Whether a website that nobody wants to have checked is wanted again is asked this often. */
const UNWANTED_MINUTES = 60;

/** What a round leaves: the checks whose result could not be written, and those due again soon. */
interface Outcome {
  failures: { uuid: string; error: unknown }[];
  soon: DueCheck[];
}

/**
 * Checks these websites, each for itself, all at once, and writes what was found of each: a website
 * that does not answer holds up no other for more than a second.
 */
export async function runRound(
  given: CheckRecord<"uptime">[],
  { clock, look: lookAt }: { clock: Clock; look: LookAt },
): Promise<Outcome> {
  const subscriptions = await findSubscriptions(given);
  const known = await Promise.allSettled(given.map(withMemory));
  const read = known.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const wanted = read.filter((check) => isWanted("uptime", subscriptions.get(check.business_uuid)));
  const { standings, failures } = await assignSeats(wanted, (check) =>
    minutesOf(subscriptions.get(check.business_uuid)),
  );
  const waiting = new Set(failures.map(({ uuid }) => uuid));
  const checks = read.filter(({ uuid }) => !waiting.has(uuid));
  const distrust = new Distrust(lookAt);
  const look = oncePerUrl(lookAt);
  const probes = checks.map(async (check) => {
    if (!standings.has(check.uuid)) return undefined;
    const { url, state } = readUptimeMemory(check);
    const found = await probeSite(check.hostname, url, look);
    const { reseller_uuid, uuid } = check;
    return await castVote(distrust, found, { reseller_uuid, uuid, state });
  });
  const round = new AbortController();
  const elsewhere = askProbes(
    checks.filter(({ uuid }) => standings.has(uuid)),
    { clock, ended: round.signal },
  );
  const together = Promise.race([Promise.allSettled(probes), clock.sleep(TOGETHER_MS)]);
  const results = await Promise.allSettled(
    checks.map(async (check, index) => {
      const probe = await probes[index];
      await together;
      const standing = standings.get(check.uuid);
      const now = clock.now();
      if (!probe || !standing) return await skip((await keepDays(check, { now })) ?? check);
      const { roster, minutes } = standing;
      const seen = probe.finding === "down" ? await elsewhere.get(check.uuid) : undefined;
      const found = { ...probe, ...(seen && { elsewhere: seen }) };
      const kept = await keepDays(check, { now, probed: { found, minutes, roster } });
      const place = standingOf(check, { standing, isKept: kept !== undefined });
      return await settle(kept ?? check, found, { ...place, distrust });
    }),
  );
  // What goes on while the container is frozen would be taken for a probe that does not answer.
  round.abort();
  return {
    failures: [...failuresOf(given, known), ...failures, ...failuresOf(checks, results)],
    soon: results.flatMap((result) => (result.status === "fulfilled" ? (result.value ?? []) : [])),
  };
}

function failuresOf(
  checks: CheckRecord<"uptime">[],
  results: PromiseSettledResult<unknown>[],
): Outcome["failures"] {
  return results.flatMap((result, index) =>
    result.status === "rejected" ? { uuid: checks[index]?.uuid ?? "", error: result.reason } : [],
  );
}

function minutesOf(subscription: Subscription | undefined): number {
  return intervalMinutes("uptime", subscription?.plan ?? {});
}

/** A check that was made due while its website is in a roster knows what the rounds have seen. */
async function withMemory(check: CheckRecord<"uptime">): Promise<CheckRecord<"uptime">> {
  return { ...check, memory: await readUptime(check) };
}

/** Nobody wants to know at the moment. */
async function skip(check: CheckRecord<"uptime">) {
  const { uuid, folded } = check;
  const now = new Date();
  const due_at = nextDue(uuid, UNWANTED_MINUTES, now);
  const memory = { ...check.memory, observed_until: undefined };
  const tallies = withoutAhead(check, now);
  await reschedule(check, due_at, { memory, tallies, ...(folded !== undefined && { folded }) });
  return undefined;
}
