import { type Closed, findClosed, isClosed } from "../../shared/checks/closedRosters.ts";
import type { DueCheck } from "../../shared/checks/findChecks.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { readUptime } from "../../shared/checks/rosterHours.ts";
import { minutesOfRoster, placeOf, takeSeats } from "../../shared/checks/rosters.ts";
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
import { Distrust } from "./distrust.ts";
import { keepDays } from "./keepDays.ts";
import { oncePerUrl } from "./oncePerUrl.ts";
import { type LookAt, probeSite } from "./probeSite.ts";
import type { Standing } from "./recordProbe.ts";
import { castVote, settle } from "./settle.ts";

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
  const checks = known.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const wanted = checks.filter((check) =>
    isWanted("uptime", subscriptions.get(check.business_uuid)),
  );
  const standings = await assignSeats(wanted, {
    minutesOf: (check) => minutesOf(subscriptions.get(check.business_uuid)),
    closed: wanted.some(({ seat }) => seat) ? await findClosed() : new Map(),
  });
  const distrust = new Distrust(lookAt);
  const look = oncePerUrl(lookAt);
  const probes = checks.map(async (check) => {
    if (!standings.has(check.uuid)) return undefined;
    const { url, state } = readUptimeMemory(check);
    const found = await probeSite(check.hostname, url, look);
    const { reseller_uuid, uuid } = check;
    return await castVote(distrust, found, { reseller_uuid, uuid, state });
  });
  const elsewhere = askProbes(
    checks.filter(({ uuid }) => standings.has(uuid)),
    clock,
  );
  const together = Promise.race([Promise.allSettled(probes), clock.sleep(TOGETHER_MS)]);
  const results = await Promise.allSettled(
    checks.map(async (check, index) => {
      const probe = await probes[index];
      await together;
      const standing = standings.get(check.uuid);
      const now = clock.now();
      if (!probe || !standing) return await skip(await keepDays(check, { now }));
      const { roster, minutes } = standing;
      const seen = probe.finding === "down" ? await elsewhere.get(check.uuid) : undefined;
      const found = { ...probe, ...(seen && { elsewhere: seen }) };
      const kept = await keepDays(check, { now, probed: { found, minutes, roster } });
      return await settle(kept, found, { ...standing, distrust });
    }),
  );
  return {
    failures: [...failuresOf(given, known), ...failuresOf(checks, results)],
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

/**
 * The place of each website in a roster of its interval. Those that have none yet, or another
 * interval by now, or whose roster was closed, get seats together: one write for an import's many.
 */
async function assignSeats(
  checks: CheckRecord<"uptime">[],
  { minutesOf, closed }: { minutesOf(check: CheckRecord<"uptime">): number; closed: Closed },
): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>();
  for (const [minutes, some] of Map.groupBy(checks, minutesOf)) {
    const without: CheckRecord<"uptime">[] = [];
    for (const check of some) {
      const { seat } = check;
      const isOpen = seat && minutesOfRoster(seat.roster) === minutes;
      if (isOpen && !isClosed(closed, seat.roster)) {
        standings.set(check.uuid, { minutes, roster: seat.roster, place: seat.place });
      } else without.push(check);
    }
    const first = without.length > 0 ? await takeSeats(minutes, without.length) : 0;
    for (const [index, { uuid }] of without.entries()) {
      standings.set(uuid, { minutes, ...placeOf(minutes, first + index) });
    }
  }
  return standings;
}

/** Nobody wants to know at the moment. */
async function skip(check: CheckRecord<"uptime">) {
  const { uuid, memory, folded } = check;
  const due_at = nextDue(uuid, UNWANTED_MINUTES, new Date());
  await reschedule(check, due_at, { memory, ...(folded !== undefined && { folded }) });
  return undefined;
}
