import type { MonitorRecord, ProbeResult } from "../entities/monitor.ts";
import { DAY_SECONDS, timestamp } from "../platform/time.ts";
import { readLog } from "./bucketHours.ts";
import { durationOfClass, readCharacter } from "./characters.ts";

/** The log has one time for all probes that began together. */
const TOGETHER_SECONDS = 30;

/**
 * The results of a website's probes within 24 hours, newest first: from the log, with durations rounded to 11 %,
 * and with what its monitor has of separate ones.
 */
export async function findLastProbes(
  monitor: MonitorRecord,
  nowMs = Date.now(),
  seconds = DAY_SECONDS,
): Promise<ProbeResult[]> {
  const to = Math.floor(nowMs / 1000);
  const { results } = monitor;
  const isKnown = (at: number) =>
    results.some((result) => Math.abs(Date.parse(result.at) / 1000 - at) <= TOGETHER_SECONDS);
  const logged = (await readLog(monitor, { from: to - seconds, to })).flatMap(
    ({ at, character }) => {
      if (isKnown(at)) return [];
      const recorded = readCharacter(character);
      const isUp = recorded.verdict === "up";
      return {
        at: timestamp(new Date(at * 1000)),
        outcome: isUp ? recorded.outcome : recorded.verdict,
        duration: isUp ? durationOfClass(recorded.durationClass) : 0,
      };
    },
  );
  return [...results, ...logged].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

/** How far back the last probe of a website is sought: two intervals. */
const INTERVALS = 2;

/**
 * The last probe of a website within two intervals: when it was, and what it found: `up`, `up (403)`, `http 503`,
 * `dns`. Undefined before the first.
 */
export async function findLastProbe(
  monitor: MonitorRecord | undefined,
  nowMs = Date.now(),
): Promise<ProbeResult | undefined> {
  if (!monitor) return undefined;
  const [last] = await findLastProbes(monitor, nowMs, monitor.target.minutes * 60 * INTERVALS);
  return last;
}
