import type { AlertsRecord, QuietHours } from "../entities/alerts.ts";
import { TOGETHER_MS } from "./alerts.ts";

const MINUTE_MS = 60_000;

/** A downtime of which something is still to be told: its end if it has one, or else its beginning. */
interface Untold {
  confirmed_at: string;
  recovered_at?: string | undefined;
}

/** What an alert tells, and when the next one is due, in milliseconds; Infinity if nothing else is to be told. */
interface Plan<Each> {
  begun: Each[];
  ended: Each[];
  next: number;
}

/**
 * What an alert tells at a time in milliseconds. Downtimes that begin within two minutes of the first share an alert,
 * which waits until the delay of the last one is over. A downtime that ends before is not in `untold`. Nothing is told
 * in quiet hours.
 */
export function planAlert<Each extends Untold>(
  untold: Each[],
  rules: Pick<AlertsRecord, "delay_minutes" | "quiet_hours"> & { timezone: string },
  now: number,
): Plan<Each> {
  const { true: ends = [], false: beginnings = [] } = Object.groupBy(untold, ({ recovered_at }) =>
    recovered_at ? "true" : "false",
  );
  const begun = tell(beginnings, rules.delay_minutes * MINUTE_MS);
  const ended = tell(ends, 0);
  return { begun: begun.due, ended: ended.due, next: Math.min(begun.next, ended.next) };

  function tell(some: Each[], delay: number): { due: Each[]; next: number } {
    const isDue = (each: Each) => dueOf(some, delay) <= now && noticedAt(each) + delay <= now;
    const due = some.filter(isDue);
    const rest = some.filter((each) => !isDue(each));
    return { due, next: dueOf(rest, delay) };
  }

  function dueOf(some: Each[], delay: number): number {
    const times = some.map(noticedAt);
    const end = Math.min(...times) + TOGETHER_MS;
    const due = Math.max(end, ...times.filter((at) => at <= end).map((at) => at + delay));
    return some.length === 0 ? due : endOfQuiet(Math.max(due, now), rules);
  }
}

function noticedAt({ confirmed_at, recovered_at = confirmed_at }: Untold): number {
  return Date.parse(recovered_at);
}

/**
 * The first time outside the quiet hours, not before `at`. Goes by the minute, as the clocks may be put forward
 * or back within them.
 */
function endOfQuiet(
  at: number,
  { quiet_hours, timezone }: { quiet_hours?: QuietHours | undefined; timezone: string },
): number {
  if (!quiet_hours) return at;
  const { from, to } = quiet_hours;
  const clock = new Intl.DateTimeFormat("en-GB", {
    ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: timezone },
  });
  const isQuiet = (time: number) => {
    const now = clock.format(time);
    return from < to ? from <= now && now < to : from <= now || now < to;
  };
  let time = at;
  while (isQuiet(time)) time = (Math.floor(time / MINUTE_MS) + 1) * MINUTE_MS;
  return time;
}
