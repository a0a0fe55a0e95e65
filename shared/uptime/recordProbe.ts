import type { WindowRecord } from "../entities/maintenance.ts";
import type { MonitorRecord, ProbeResult } from "../entities/monitor.ts";
import { timestamp } from "../platform/time.ts";
import type { RegionProbe } from "./askRegions.ts";
import { characterOf } from "./characters.ts";
import type { Distrust } from "./distrust.ts";
import { findWindows, isUnderWay, periodOf } from "./maintenanceWindows.ts";
import type { Probe } from "./probeWebsite.ts";
import { changeMonitor } from "./roster.ts";
import { judgeStability, type StabilityChange } from "./stability.ts";
import { isDown, nextState, type Step, type Verdict, wouldBeDown } from "./states.ts";
import { recordBeginning, recordStability, recordTransition } from "./transitions.ts";

const KEPT_RESULTS = 5;

/** A probe from which something may follow: that of a website that is not plainly up, or no longer. */
export interface NotableProbe {
  monitor: MonitorRecord;
  probe: Probe;
  windows: WindowRecord[];
  isAnnounced: boolean;
}

/** Reads the maintenance windows of a website where they matter, and counts a failure that they do not excuse. */
export async function readWindows(
  monitor: MonitorRecord,
  probe: Probe,
  distrust: Distrust,
): Promise<NotableProbe> {
  const { state } = monitor.uptime;
  const hasFailed = state === "suspect" || state === "down";
  const isFailure = probe.verdict === "down";
  // They matter for a failure, and for the time since one.
  const windows = isFailure || hasFailed ? await findWindows(monitor) : [];
  const isAnnounced = isFailure && windows.some((window) => isUnderWay(window, probe.begunAt));
  if (isFailure && !isAnnounced && !isDown(monitor.uptime)) distrust.note(probe.url, false);
  return { monitor, probe, windows, isAnnounced };
}

/** How a probe is recorded in its bucket's hour, and whether another one in a minute is to confirm it. */
export interface RecordedProbe {
  /** When the probe began, in seconds since 1970. */
  at: number;
  character: string;
  soon: boolean;
}

/**
 * Writes what follows from a probe that does not find a website plainly up as before: its next state, how it is
 * probed from now on, and the news. If somebody else has written the monitor in the meantime, nothing is written.
 * Throws Offline if the failure is the worker's own.
 */
export async function recordProbe(
  { monitor, probe, windows, isAnnounced }: NotableProbe,
  distrust: Distrust,
  regions?: Promise<RegionProbe[]>,
): Promise<RecordedProbe> {
  const { target, uptime: before } = monitor;
  const at = Math.floor(probe.begunAt.getTime() / 1000);
  const report = { at, minutes: target.minutes, windows: windows.map(periodOf) };
  const isBelieved = probe.verdict === "down" && !isAnnounced && !isDown(before);
  if (isBelieved) await distrust.assertOnline();
  const asksRegions = isBelieved && wouldBeDown(before, report);
  const elsewhere = asksRegions ? await regions : undefined;
  const verdict = isAnnounced ? "announced" : elsewhere ? judge(elsewhere) : probe.verdict;
  const step = nextState(before, { ...report, verdict });
  const character = characterOf({ ...probe, verdict });
  const isBad = verdict === "up" && (probe.isSecondAttempt || before.state === "suspect");
  const isUp = step.uptime.state === "up" && !step.transition;
  const { bad, unstable_since, change } = judgeStability(before, {
    ...{ at, minutes: target.minutes, isUp, isBad },
  });
  const isPlain = step.uptime.state === "up" && unstable_since === undefined;
  const kept = { ...(bad.length > 0 && { bad }) };
  const url = verdict === "up" ? probe.url : target.url;
  const changes = {
    target: {
      ...target,
      ...{ mode: isPlain ? ("rounds" as const) : ("separate" as const) },
      ...(url !== undefined && { url }),
    },
    uptime: isPlain
      ? { state: "up" as const, ...kept }
      : { ...step.uptime, ...kept, unstable_since },
    results: [resultOf(probe, elsewhere), ...monitor.results].slice(0, KEPT_RESULTS),
  };
  const isMoved = changes.target.mode !== target.mode || url !== target.url;
  const isChanged = !isPlain || isBad || verdict !== "up" || isMoved;
  const isWritten =
    (await recordNews(monitor, changes, { step, change, elsewhere, probe })) ??
    (isChanged && (await changeMonitor(monitor, changes)));
  return { at, character, soon: step.soon && isWritten };
}

/** A failure that is none for another region is a fault of this one. */
function judge(elsewhere: RegionProbe[]): Verdict {
  return elsewhere.some(({ verdict }) => verdict === "up") ? "elsewhere" : "down";
}

function resultOf({ begunAt, outcome, duration }: Probe, elsewhere?: RegionProbe[]): ProbeResult {
  const outcomes = elsewhere?.map(({ region, outcome }) => [region, outcome]);
  return {
    ...{ at: timestamp(begunAt), outcome, duration },
    ...(outcomes && { elsewhere: Object.fromEntries(outcomes) }),
  };
}

type Changes = Required<Pick<MonitorRecord, "target" | "uptime" | "results">>;

interface Found {
  step: Step;
  change: StabilityChange | undefined;
  elsewhere: RegionProbe[] | undefined;
  probe: Probe;
}

/** Writes the changes with the news that follow from a probe; undefined if there are none. */
async function recordNews(
  monitor: MonitorRecord,
  changes: Changes,
  { step, change, elsewhere, probe }: Found,
): Promise<boolean | undefined> {
  const { transition } = step;
  const now = probe.begunAt;
  if (transition) {
    const { outcome, verdict } = probe;
    const reported = { ...transition, outcome, probe, isSeenUp: verdict === "up", elsewhere, now };
    return (await recordTransition(monitor, changes, reported)) || undefined;
  }
  if (change) return await recordStability(monitor, changes, { ...change, now });
  const isFirst = monitor.uptime.is_undecided && !step.uptime.is_undecided;
  return isFirst ? await recordBeginning(monitor, changes) : undefined;
}
