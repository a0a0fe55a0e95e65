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
 * which waits until the delay of the last one is over. A downtime that ends before is not in `untold`.
 */
export function planAlert<Each extends Untold>(
  untold: Each[],
  delay_minutes: number,
  now: number,
): Plan<Each> {
  const isEnd = ({ recovered_at }: Each) => recovered_at !== undefined;
  const begun = tell(
    untold.filter((each) => !isEnd(each)),
    { delay: delay_minutes * MINUTE_MS, now },
  );
  const ended = tell(untold.filter(isEnd), { delay: 0, now });
  return { begun: begun.due, ended: ended.due, next: Math.min(begun.next, ended.next) };
}

function tell<Each extends Untold>(some: Each[], { delay, now }: { delay: number; now: number }) {
  const isDue = (each: Each) => dueOf(some, delay) <= now && noticedAt(each) + delay <= now;
  const rest = some.filter((each) => !isDue(each));
  return { due: some.filter(isDue), next: dueOf(rest, delay) };
}

/** When an alert about the first of these, and what shares it, is due; Infinity without any. */
function dueOf(some: Untold[], delay: number): number {
  const times = some.map(noticedAt);
  const end = Math.min(...times) + TOGETHER_MS;
  return Math.max(end, ...times.filter((at) => at <= end).map((at) => at + delay));
}

function noticedAt({ confirmed_at, recovered_at = confirmed_at }: Untold): number {
  return Date.parse(recovered_at);
}
