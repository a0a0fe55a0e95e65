import { describeError, log } from "../../../shared/log.ts";
import { CHECKS, FAILURES, LATENESS } from "../../../shared/metrics.ts";
import type { Clock } from "../../../shared/time.ts";
import { findLastHour } from "../bucketHours.ts";
import { type DueRound, findSites, idOf, lastSlot } from "../buckets.ts";
import type { DueCheck } from "../findChecks.ts";
import { Distrust } from "../uptime/distrust.ts";
import { oncePerUrl, type ProbeUrl } from "../uptime/probeSite.ts";
import type { OpenRound, Probing } from "./leaveBucket.ts";
import { runRound } from "./runRound.ts";

/** What rounds leave: the ids of those that failed, checks that are due soon, and figures for CloudWatch. */
interface Outcome {
  failed: Set<string>;
  soon: DueCheck[];
  figures: Record<string, number | number[]>;
}

/** Makes rounds, all at once: their websites vote together on the worker's own connection. */
export async function runRounds(
  due: DueRound[],
  { clock, probeUrl }: { clock: Clock; probeUrl: ProbeUrl },
): Promise<Outcome> {
  const now = Math.floor(clock.now() / 1000);
  const soon: DueCheck[] = [];
  const distrust = new Distrust(probeUrl);
  const probing: Probing = { clock, distrust, probeUrl: oncePerUrl(probeUrl), soon };
  const once = [...new Map(due.map((round) => [idOf(round), round])).values()];
  const lateness: number[] = [];
  const rounds = once.map(async (each) => {
    const round = await openRound(each, now);
    if (!round) return undefined;
    lateness.push(Math.max(0, now - each.slot));
    return await runRound(round, probing);
  });
  const results = await Promise.allSettled(rounds);
  const failed = new Set<string>();
  for (const [index, result] of results.entries()) {
    const round = once[index];
    if (result.status === "fulfilled" || !round) continue;
    const bucket = idOf(round);
    failed.add(bucket);
    const error = describeError(result.reason);
    log("error", "a round failed and will be made again", { bucket, ...error });
  }
  const done = results.flatMap((result) =>
    result.status === "fulfilled" ? (result.value ?? []) : [],
  );
  const sum = (of: (each: (typeof done)[number]) => number) =>
    done.reduce((total, each) => total + of(each), 0);
  return {
    failed,
    soon,
    figures: {
      [LATENESS]: lateness,
      Rounds: done.length,
      [CHECKS]: sum(({ checks }) => checks),
      [FAILURES]: sum(({ failures }) => failures),
      LeftAlone: sum(({ late }) => late),
    },
  };
}

/** What a round needs, for the last slot that is due by now; undefined where that round was made. */
async function openRound(
  { slot: told, ...bucket }: DueRound,
  now: number,
): Promise<OpenRound | undefined> {
  // A message comes a little early, or an interval late.
  const slot = Math.max(lastSlot(bucket, now), told);
  const last = await findLastHour(bucket, now);
  if (last?.rows.some((row) => row.slot >= slot)) return undefined;
  return { bucket, slot, last, sites: await findSites(bucket) };
}
