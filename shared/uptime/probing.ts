import type { MonitorRecord } from "../entities/monitor.ts";
import type { Clock } from "../platform/time.ts";
import type { RegionProbe } from "./askRegions.ts";
import { characterOf, NOT_PROBED } from "./characters.ts";
import { Distrust } from "./distrust.ts";
import { startsOf, type Turn, takeTurns } from "./pacing.ts";
import { type Probe, type ProbeUrl, probeWebsite } from "./probeWebsite.ts";
import { type NotableProbe, type RecordedProbe, readWindows, recordProbe } from "./recordProbe.ts";
import { findMonitor, type RosterEntry } from "./roster.ts";

/** Failures wait at most this long for other probes, so that the worker can tell its own failures. */
const TOGETHER_MS = 2000;

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
export interface Target extends RosterEntry {
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

/** A probe as it is recorded if nothing else follows from it; otherwise with its monitor and maintenance windows. */
async function examine(
  { target, monitor: loaded, elsewhere: _, ...key }: Target,
  probe: Probe,
  { distrust }: Probing,
): Promise<RecordedProbe | NotableProbe> {
  const isUp = probe.verdict === "up";
  if (isUp) distrust.note(probe.url, true);
  const isPlain = isUp && !probe.isSecondAttempt && probe.url === target.url;
  // A website that is plainly up costs nothing but its character.
  if (isPlain && target.mode === "rounds")
    return { ...nothingOf(probe), character: characterOf({ ...probe, verdict: "up" }) };
  const monitor = loaded ?? (await findMonitor(key));
  // A result of a former host name, or of a website that nobody wants any more, says nothing.
  if (!monitor || monitor.target.hostname !== target.hostname || monitor.target.mode === "stopped")
    return nothingOf(probe);
  const notable = await readWindows(monitor, probe, distrust);
  // It has messages of its own by now, which ask other regions as well: they decide.
  if (!loaded && monitor.target.mode !== "rounds") {
    const verdict = notable.isAnnounced ? "announced" : probe.verdict;
    return { ...nothingOf(probe), character: characterOf({ ...probe, verdict }) };
  }
  return notable;
}

function nothingOf({ begunAt }: Probe): RecordedProbe {
  return { at: Math.floor(begunAt.getTime() / 1000), character: NOT_PROBED, soon: false };
}
