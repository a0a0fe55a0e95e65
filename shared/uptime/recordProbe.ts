import type { WindowRecord } from "../entities/maintenance.ts";
import type {
  MonitorRecord,
  MonitorTarget,
  ProbeResult,
  UptimeState,
} from "../entities/monitor.ts";
import { timestamp } from "../platform/time.ts";
import type { RegionProbe } from "./askRegions.ts";
import { readLog } from "./bucketHours.ts";
import { characterOf } from "./characters.ts";
import type { Distrust } from "./distrust.ts";
import { findWindows, isUnderWay, periodOf } from "./maintenanceWindows.ts";
import type { Probe } from "./probeWebsite.ts";
import { changeMonitor } from "./roster.ts";
import { changeOfStability, type StabilityChange, stabilitySeconds } from "./stability.ts";
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
  const stability = await stabilityOf(monitor, { before, step, at, character, probe });
  const unstable_since = stability ? unstableSince(stability) : step.uptime.unstable_since;
  const uptime: UptimeState = { ...step.uptime, unstable_since };
  const isPlain = uptime.state === "up" && unstable_since === undefined;
  const changes = {
    target: targetAfter(target, { isPlain, url: verdict === "up" ? probe.url : target.url }),
    uptime: isPlain ? { state: "up" as const } : uptime,
    results: [resultOf(probe, elsewhere), ...monitor.results].slice(0, KEPT_RESULTS),
  };
  const isWritten = await write(monitor, changes, {
    ...{ step, stability, elsewhere, probe },
    isChanged:
      !isPlain ||
      verdict !== "up" ||
      changes.target.mode !== target.mode ||
      changes.target.url !== target.url,
  });
  return { at, character, soon: step.soon && isWritten };
}

/** A failure that is none for another region is a fault of this one. */
function judge(elsewhere: RegionProbe[]): Verdict {
  return elsewhere.some(({ verdict }) => verdict === "up") ? "elsewhere" : "down";
}

interface Stepped {
  before: UptimeState;
  step: Step;
  at: number;
  character: string;
  probe: Probe;
}

/** Reads the last probes where a new one may change the stability of a website that is up. */
async function stabilityOf(
  { uuid, target }: MonitorRecord,
  { before, step, at, character, probe }: Stepped,
): Promise<StabilityChange | undefined> {
  if (step.uptime.state !== "up" || step.transition) return undefined;
  const { unstable_since } = before;
  const isBad = probe.isSecondAttempt || before.state === "suspect";
  const seconds = stabilitySeconds(target.minutes);
  const mayChange = unstable_since === undefined ? isBad : at - unstable_since >= seconds;
  if (!mayChange) return undefined;
  const log = await readLog({ uuid, target }, { from: at - seconds, to: at });
  const all = [...log, { at, minutes: target.minutes, character }];
  return changeOfStability(all, { unstable_since, at });
}

function unstableSince({ is_stable, since }: StabilityChange): number | undefined {
  return is_stable ? undefined : since;
}

function targetAfter(
  target: MonitorTarget,
  { isPlain, url }: { isPlain: boolean; url: string | undefined },
): MonitorTarget {
  return { ...target, mode: isPlain ? "rounds" : "separate", ...(url !== undefined && { url }) };
}

function resultOf({ begunAt, outcome, duration }: Probe, elsewhere?: RegionProbe[]): ProbeResult {
  const outcomes = elsewhere?.map(({ region, outcome }) => [region, outcome]);
  return {
    ...{ at: timestamp(begunAt), outcome, duration },
    ...(outcomes && { elsewhere: Object.fromEntries(outcomes) }),
  };
}

type Changes = Required<Pick<MonitorRecord, "target" | "uptime" | "results">>;

interface News {
  step: Step;
  stability: StabilityChange | undefined;
  elsewhere: RegionProbe[] | undefined;
  probe: Probe;
  isChanged: boolean;
}

async function write(
  monitor: MonitorRecord,
  changes: Changes,
  { step, stability, elsewhere, probe, isChanged }: News,
): Promise<boolean> {
  const { transition } = step;
  const now = probe.begunAt;
  if (transition) {
    const { outcome, verdict } = probe;
    const reported = { ...transition, outcome, probe, isSeenUp: verdict === "up", elsewhere, now };
    if (await recordTransition(monitor, changes, reported)) return true;
  } else if (stability) {
    return await recordStability(monitor, changes, { ...stability, now });
  } else if (monitor.uptime.is_undecided && !step.uptime.is_undecided) {
    return await recordBeginning(monitor, changes);
  }
  return isChanged && (await changeMonitor(monitor, changes));
}
