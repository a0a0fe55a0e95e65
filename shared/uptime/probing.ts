import type { WindowRecord } from "../entities/maintenance.ts";
import type { MonitorRecord, ProbeResult } from "../entities/monitor.ts";
import { type Clock, timestamp } from "../platform/time.ts";
import type { RegionProbe } from "./askRegions.ts";
import { characterOf, NOT_PROBED } from "./characters.ts";
import { Distrust } from "./distrust.ts";
import { findWindows, isUnderWay, periodOf } from "./maintenanceWindows.ts";
import { startsOf, type Turn, takeTurns } from "./pacing.ts";
import { type Probe, type ProbeUrl, probeWebsite } from "./probeWebsite.ts";
import { changeMonitor, findMonitor, type RosterEntry } from "./roster.ts";
import { judgeStability, type StabilityChange } from "./stability.ts";
import { isDown, nextState, type Step, type Verdict, wouldBeDown } from "./states.ts";
import { recordBeginning, recordStability, recordTransition } from "./transitions.ts";

/** Failures wait at most this long for other probes, which show whether the worker itself is offline. */
const TOGETHER_MS = 2000;
const KEPT_RESULTS = 5;

/** What the probes of one call share. */
export interface Probing {
  clock: Clock;
  distrust: Distrust;
  probeUrl: ProbeUrl;
  turn: Turn;
}

export function openProbing(clock: Clock, probeUrl: ProbeUrl): Probing {
  return { clock, distrust: new Distrust(probeUrl), probeUrl, turn: takeTurns(clock) };
}

/** A website to probe. */
interface Target extends RosterEntry {
  /** Its monitor, if it was read. */
  monitor?: MonitorRecord;
  elsewhere?: Promise<RegionProbe[]> | undefined;
}

/**
 * Starts to probe websites, as fast as the processor bears, and records what follows from each as it comes. A probe
 * that its host keeps waiting is rejected with HostCrowded.
 */
export function probeAll(targets: Target[], probing: Probing): Promise<RecordedProbe>[] {
  const { clock, probeUrl, turn, distrust } = probing;
  const starts = startsOf(targets.length, clock);
  const probe = async (target: Target, index: number) => {
    await starts[index];
    const { hostname, url } = target.target;
    return await examine(target, await probeWebsite(hostname, url, probeUrl, turn), probing);
  };
  const runs = targets.map((target, index) => ({ target, examined: probe(target, index) }));
  const started = Promise.all(starts);
  const together = Promise.race([
    Promise.allSettled(runs.map(({ examined }) => examined)),
    started.then(() => clock.sleep(TOGETHER_MS)),
  ]);
  return runs.map(async ({ target, examined }) => {
    const result = await examined;
    if ("character" in result) return result;
    await together;
    return await recordProbe(result, distrust, target.elsewhere);
  });
}

/** A probe that only has to be recorded, or a notable one with its monitor and maintenance windows. */
async function examine(
  { target, monitor: loaded, elsewhere: _, ...key }: Target,
  probe: Probe,
  { distrust }: Probing,
): Promise<RecordedProbe | NotableProbe> {
  const isUp = probe.verdict === "up";
  if (isUp) distrust.note(probe.url, true);
  const isPlain = isUp && !probe.isSecondAttempt && probe.url === target.url;
  // For a website that is plainly up, only a character is written.
  if (isPlain && target.mode === "rounds")
    return { ...nothingOf(probe), character: characterOf({ ...probe, verdict: "up" }) };
  const monitor = loaded ?? (await findMonitor(key));
  // The host name has changed, or the website is no longer monitored.
  if (!monitor || monitor.target.hostname !== target.hostname || monitor.target.mode === "stopped")
    return nothingOf(probe);
  const notable = await readWindows(monitor, probe, distrust);
  // It now has separate probes, which also ask other regions. Those decide.
  if (!loaded && monitor.target.mode !== "rounds") {
    const verdict = notable.isAnnounced ? "announced" : probe.verdict;
    return { ...nothingOf(probe), character: characterOf({ ...probe, verdict }) };
  }
  return notable;
}

function nothingOf({ begunAt }: Probe): RecordedProbe {
  return { at: Math.floor(begunAt.getTime() / 1000), character: NOT_PROBED, soon: false };
}

/** A probe from which something may follow: that of a website that is not plainly up, or no longer. */
interface NotableProbe {
  monitor: MonitorRecord;
  probe: Probe;
  windows: WindowRecord[];
  isAnnounced: boolean;
}

/** Reads the maintenance windows of a website where they matter, and counts a failure that they do not excuse. */
async function readWindows(
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
interface RecordedProbe {
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
async function recordProbe(
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
  const badProbes = { ...(bad.length > 0 && { bad }) };
  const url = verdict === "up" ? probe.url : target.url;
  const changes = {
    target: {
      ...target,
      ...{ mode: isPlain ? ("rounds" as const) : ("separate" as const) },
      ...(url !== undefined && { url }),
    },
    uptime: isPlain
      ? { state: "up" as const, ...badProbes }
      : { ...step.uptime, ...badProbes, unstable_since },
    results: [resultOf(probe, elsewhere), ...monitor.results].slice(0, KEPT_RESULTS),
  };
  const isMoved = changes.target.mode !== target.mode || url !== target.url;
  const isChanged = !isPlain || isBad || verdict !== "up" || isMoved;
  const isWritten =
    (await recordNews(monitor, changes, { step, change, elsewhere, probe })) ??
    (isChanged && (await changeMonitor(monitor, changes)));
  return { at, character, soon: step.soon && isWritten };
}

/** If another region reaches the website, the fault is this region's own. */
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

/** Writes the changes together with the news of a probe (a downtime, a recovery). Undefined if there is no news. */
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
