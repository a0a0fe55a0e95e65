import { kumaShare, patterns, shareUp } from "./flapping/patterns.ts";
import { play, type Told } from "./flapping/play.ts";
import { progress, type Section } from "./report.ts";

const FROM = Date.parse("2026-11-20T06:00:00Z");
const HOURS = Number(process.env["FLAPPING_HOURS"] ?? 6);
const INTERVALS = [1, 5];

/** The uptime that the service tells of websites that flap, beside their logs and Uptime Kuma's rule. */
export async function measure(): Promise<Section> {
  const RealDate = Date;
  const setTime = (now: number) => {
    globalThis.Date = class extends RealDate {
      constructor(...given: ConstructorParameters<typeof RealDate> | []) {
        if (given.length === 0) super(now);
        else super(...given);
      }
      static override now() {
        return now;
      }
    } as DateConstructor;
  };
  const flapping = INTERVALS.flatMap((minutes) =>
    patterns.map((pattern) => ({ pattern, minutes })),
  );
  progress(`  ${flapping.length} websites for ${HOURS} hours`);
  try {
    return table(await play(flapping, { from: FROM, hours: HOURS, setTime }));
  } finally {
    globalThis.Date = RealDate;
  }
}

/** Whether the percentage is further from the log's share than one interval for each change explains. */
function isUnexplained({ log, percentage, minutes }: Told): boolean {
  const changes = log.filter(({ answered }, at) => at > 0 && answered !== log[at - 1]?.answered);
  const share = log.filter(({ answered }) => answered).length / log.length;
  const explained = (changes.length * minutes) / (HOURS * 60);
  return !(Math.abs((percentage ?? Number.NaN) / 100 - share) <= explained);
}

function table(told: Told[]): Section {
  const period = { from: FROM / 1000, to: FROM / 1000 + HOURS * 3600 };
  const errors = (of: (each: Told) => number, minutes: number) => {
    const found = told.filter((each) => each.minutes === minutes).map(of);
    const mean = found.reduce((sum, error) => sum + error, 0) / found.length;
    return `${mean.toFixed(2)} (at most ${Math.max(...found).toFixed(2)})`;
  };
  const own = (each: Told) =>
    Math.abs((each.percentage ?? Number.NaN) - 100 * shareUp(each.pattern, period));
  const kuma = (each: Told) =>
    100 * Math.abs(kumaShare(each.pattern, period) - shareUp(each.pattern, period));
  return {
    title: `Uptime of websites that flap, in percent, after ${HOURS} hours`,
    columns: [
      "",
      "interval",
      "probes",
      "up",
      "in its log",
      "told",
      "Uptime Kuma",
      "down",
      "unstable",
    ],
    rows: told.map((each) => [
      each.pattern.name,
      each.minutes,
      each.log.length,
      (100 * shareUp(each.pattern, period)).toFixed(2),
      ((100 * each.log.filter(({ answered }) => answered).length) / each.log.length).toFixed(2),
      each.percentage?.toFixed(2) ?? "",
      (100 * kumaShare(each.pattern, period)).toFixed(2),
      each.downtimes,
      each.unstable,
    ]),
    notes: [
      ...INTERVALS.map(
        (minutes) =>
          `Points between told and up, each ${minutes} min: ${errors(own, minutes)}; Uptime Kuma's, each minute: ${errors(kuma, minutes)}.`,
      ),
      `Told and log differ by more than one interval per change of the log: ${told.filter(isUnexplained).length} of ${told.length}.`,
      '"In its log" is the share of answers in the server\'s log; "down" and "unstable" count what began.',
      "FLAPPING_HOURS makes it longer.",
    ],
  };
}
