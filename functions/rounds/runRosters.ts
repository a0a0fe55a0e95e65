import {
  closeRosters,
  endRosters,
  findClosed,
  isClosed,
  isEnded,
  isOver,
} from "../../shared/checks/closedRosters.ts";
import type { DueCheck } from "../../shared/checks/findChecks.ts";
import {
  findLastHour,
  forgetLaterHours,
  isRoundDone,
  type LastHour,
} from "../../shared/checks/rosterHours.ts";
import { findRosterSites, type RosterSite } from "../../shared/checks/rosterSites.ts";
import { lastSlot } from "../../shared/checks/rosters.ts";
import { CLOCK_SKEW_SECONDS } from "../../shared/checks/schedule.ts";
import { describeError, log } from "../../shared/log.ts";
import { CHECKS, FAILURES, LATENESS } from "../../shared/metrics.ts";
import type { Clock } from "../../shared/time.ts";
import { Distrust } from "../uptime/distrust.ts";
import { oncePerUrl } from "../uptime/oncePerUrl.ts";
import type { LookAt } from "../uptime/probeSite.ts";
import { emptyRoster, type Looking, runRoster } from "./runRoster.ts";

/** A round of a roster, and when it was due, in seconds since 1970. */
export interface DueRound {
  roster: number;
  slot: number;
  /** When the queue gave it out, by its own clock, where that is certain. */
  givenAt?: number | undefined;
}

/** A round that is to be made: what is known of the roster, and its websites. */
export interface OpenRound extends DueRound {
  last: LastHour | undefined;
  sites: RosterSite[];
}

/** What rounds leave: those that failed, the checks that are due soon, and figures for CloudWatch. */
interface Outcome {
  failed: Set<number>;
  soon: DueCheck[];
  figures: Record<string, number | number[]>;
}

/** Makes rounds of rosters, all at once: their websites vote together on the way out of here. */
export async function runRosters(
  due: DueRound[],
  { clock, look }: { clock: Clock; look: LookAt },
): Promise<Outcome> {
  const now = Math.floor(clock.now() / 1000);
  const soon: DueCheck[] = [];
  const looking: Looking = { clock, distrust: new Distrust(look), look: oncePerUrl(look), soon };
  const once = [...new Map(due.map((round) => [round.roster, round])).values()];
  const lateness: number[] = [];
  const deserted: number[] = [];
  const over: number[] = [];
  const closed = await findClosed(once.map(({ roster }) => roster));
  const rounds = once.map(async (each) => {
    const { roster, slot } = each;
    const round = await open(each, now);
    if (!round) return undefined;
    if (isClosed(closed, roster)) {
      if (round.sites.length === 0 && isOver(closed, roster, now)) over.push(roster);
      if (round.sites.length > 0 && isEnded(closed, roster)) tellStranded(round);
      return await emptyRoster(round, looking);
    }
    lateness.push(Math.max(0, now - slot));
    const done = await runRoster(round, looking);
    if (done.isDeserted) deserted.push(roster);
    return done;
  });
  const results = await Promise.allSettled(rounds);
  const failed = new Set<number>();
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    const { roster = 0 } = once[index] ?? {};
    failed.add(roster);
    const error = describeError(result.reason);
    log("error", "a round failed and will be made again", { roster, ...error });
  }
  try {
    await closeRosters(deserted, now);
    await endRosters(over);
  } catch (error) {
    log("warn", "rosters stay as they are, until their next round", describeError(error));
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

/** What should not be, and is found by the round that an ended roster has each day. */
function tellStranded({ roster, sites }: OpenRound) {
  log("warn", "websites were in a roster that has ended: they are looked at by themselves now", {
    roster,
    websites: sites.map(({ uuid }) => uuid),
  });
}

/** What a round needs, of the last slot that is due by now; undefined where that was done. */
async function open({ roster, slot: told, givenAt }: DueRound, now: number) {
  // The schedule's clock may be a little ahead of this one.
  const slot = Math.max(lastSlot(roster, now), told <= now + CLOCK_SKEW_SECONDS ? told : 0);
  // By two clocks, the queue's and this one: then what is later is of neither.
  const isSure = givenAt !== undefined && Math.abs(now - givenAt) <= CLOCK_SKEW_SECONDS;
  const last = await (isSure ? forgetLaterHours : findLastHour)(roster, now);
  if (isRoundDone(last, { slot, now })) return undefined;
  return { roster, slot, last, sites: await findRosterSites(roster) };
}
