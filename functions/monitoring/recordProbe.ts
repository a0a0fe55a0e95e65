import type {
  MonitorRecord,
  MonitorTarget,
  Period,
  ProbeResult,
  UptimeState,
} from "../../shared/entities/monitor.ts";
import { timestamp } from "../../shared/time.ts";
import type { RegionProbe } from "./askRegions.ts";
import { readLog } from "./bucketHours.ts";
import { characterOf } from "./characters.ts";
import type { Distrust } from "./distrust.ts";
import { findWindows, isUnderWay, periodOf } from "./maintenance.ts";
import type { Probe } from "./probeWebsite.ts";
import { changeMonitor } from "./roster.ts";
import { changeOfStability, STABILITY_SECONDS, type StabilityChange } from "./stability.ts";
import { type Finding, isDown, nextState, type Step, wouldBeDown } from "./states.ts";
import { recordBeginning, recordStability, recordTransition } from "./transitions.ts";

const KEPT_RESULTS = 5;

interface Recording {
  distrust: Distrust;
  /** Resolves once most probes of the call are over, so that the worker can tell its own failures. */
  together: Promise<unknown>;
  /** The results of other regions, if they were asked. */
  elsewhere?: Promise<RegionProbe[]> | undefined;
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
  monitor: MonitorRecord,
  probe: Probe,
  recording: Recording,
): Promise<RecordedProbe> {
  const { target, uptime: before } = monitor;
  const at = Math.floor(probe.at.getTime() / 1000);
  const windows = await windowsFor(monitor, probe);
  const report = { at, minutes: target.minutes, windows: windows.map(periodOf) };
  const isAnnounced = windows.some((window) => isUnderWay(window, probe.at));
  const { finding, elsewhere } = await judge(probe, { before, report, isAnnounced, recording });
  const step = nextState(before, { ...report, finding });
  const character = characterOf({ ...probe, finding });
  const stability = await stabilityOf(monitor, { before, step, at, character, probe });
  const unstable_since = stability ? unstableSince(stability) : step.uptime.unstable_since;
  const uptime: UptimeState = { ...step.uptime, unstable_since };
  const isPlain = uptime.state === "up" && unstable_since === undefined;
  const changes = {
    target: targetAfter(target, { isPlain, url: finding === "up" ? probe.url : target.url }),
    uptime: isPlain ? { state: "up" as const } : uptime,
    results: [resultOf(probe, elsewhere), ...monitor.results].slice(0, KEPT_RESULTS),
  };
  const isWritten = await write(monitor, changes, {
    ...{ step, stability, elsewhere, probe },
    isChanged: !isPlain || changes.target.mode !== target.mode || changes.target.url !== target.url,
  });
  return { at, character, soon: step.soon && isWritten };
}

/** Maintenance windows matter for a failure, and for the time since one. */
async function windowsFor(monitor: MonitorRecord, { finding }: Probe) {
  const { state } = monitor.uptime;
  const hasFailed = state === "suspect" || state === "down";
  return finding === "down" || hasFailed ? await findWindows(monitor) : [];
}

interface Judging {
  before: UptimeState;
  report: { at: number; minutes: number; windows: Period[] };
  isAnnounced: boolean;
  recording: Recording;
}

/** What a probe counts as: a failure may be announced, the worker's own, or a fault of this region alone. */
async function judge(
  { finding, url }: Probe,
  { before, report, isAnnounced, recording }: Judging,
): Promise<{ finding: Finding; elsewhere?: RegionProbe[] | undefined }> {
  if (finding !== "down") return { finding };
  if (isAnnounced) return { finding: "announced" };
  if (!isDown(before)) {
    recording.distrust.note(url, false);
    await recording.together;
    await recording.distrust.assertOnline();
  }
  const elsewhere = wouldBeDown(before, report) ? await recording.elsewhere : undefined;
  const isUpElsewhere = elsewhere?.some((region) => region.finding === "up");
  return { finding: isUpElsewhere ? "elsewhere" : "down", elsewhere };
}

interface Stepped {
  before: UptimeState;
  step: Step;
  at: number;
  character: string;
  probe: Probe;
}

/** Reads the log of the last hour where a probe may change the stability of a website that is up. */
async function stabilityOf(
  { uuid, target }: MonitorRecord,
  { before, step, at, character, probe }: Stepped,
): Promise<StabilityChange | undefined> {
  if (step.uptime.state !== "up" || step.transition) return undefined;
  const { unstable_since } = before;
  const isBad = probe.isSecondAttempt || before.state === "suspect";
  const mayChange = unstable_since === undefined ? isBad : at - unstable_since >= STABILITY_SECONDS;
  if (!mayChange) return undefined;
  const log = await readLog({ uuid, target }, { from: at - STABILITY_SECONDS, to: at });
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

function resultOf({ at, outcome, duration }: Probe, elsewhere?: RegionProbe[]): ProbeResult {
  const outcomes = elsewhere?.map(({ region, outcome }) => [region, outcome]);
  return {
    ...{ at: timestamp(at), outcome, duration },
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
  const now = probe.at;
  if (transition) {
    const { outcome, finding } = probe;
    const told = { ...transition, outcome, isSeenUp: finding === "up", elsewhere, now };
    if (await recordTransition(monitor, changes, told)) return true;
  } else if (stability) {
    return await recordStability(monitor, changes, { ...stability, now });
  } else if (monitor.uptime.is_undecided && !step.uptime.is_undecided) {
    return await recordBeginning(monitor, changes);
  }
  return isChanged && (await changeMonitor(monitor, changes));
}
