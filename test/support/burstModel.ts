import type { Settings } from "../../infra/settings.ts";
import { reservedAtOnce, workersAtOnce } from "../../infra/settings.ts";
import { PROMPT_REFUSALS, REFUSAL_MS } from "../../shared/http/slowRefusals.ts";

/** API Gateway's quota of an account and region, for all routes. */
const ACCOUNT_QUOTA = { requestsPerSecond: 10_000, burst: 5000 };
const WINDOW_MS = 60_000;
/** Network of a caller in the same region, and API Gateway: a shorter way makes more calls. Half to one and a half of it. */
const WAY_MS = 10;
const REFUSED_MS = 4;

export interface Burst {
  settings: Settings;
  throttle: { requestsPerSecond: number; burst: number };
  /** A request's time in its function. */
  workMs: number;
  kind: "reads" | "writes";
  /** Parallel calls of the caller that does not back off; every answer is followed by the next call. */
  parallel: number;
  /** Requests a second of all others together. */
  othersPerSecond: number;
  seconds: number;
  /** Functions that one group has, if it has a reserve of its own. */
  reserve?: number;
  /** Calls that a reseller may have at once of a group. */
  atOnce?: number;
  /** Whether refusals of a caller that does not back off are delayed. */
  delays?: boolean;
}

/**
 * Plays one route of a group in simulated time: throttles, functions, the request limit. All workers run.
 * Answers the requests of others that were refused because of the busy caller, and how many there were.
 */
export function playBurst(burst: Burst) {
  const { settings, workMs, kind, parallel, othersPerSecond, seconds, delays = true } = burst;
  const endMs = seconds * 1000;
  const left =
    (settings.concurrency?.account ?? 0) - workersAtOnce(settings) - reservedAtOnce(settings);
  const functions = burst.reserve ?? left;
  const throttles = [new Bucket(burst.throttle), new Bucket(ACCOUNT_QUOTA)];
  const limit = settings.rateLimits?.[`${kind}PerMinute`] ?? Number.POSITIVE_INFINITY;
  const events = new Queue();
  const allowedAt: number[] = [];
  let busy = 0;
  let ofBusyCaller = 0;
  /** Each container answers some refusals at once; there are as many as ever ran. */
  let containers = 0;
  let refusals = 0;
  const random = lcg();
  const others = { asked: 0, refused: 0 };

  /** Whether a request gets to a function, which it then occupies. */
  const run = (now: number, forMs: number, done: (end: number) => void): boolean => {
    if (throttles.some((each) => !each.take(now)) || busy >= functions) return false;
    busy += 1;
    containers = Math.max(containers, busy);
    events.add(now + forMs, (end) => {
      busy -= 1;
      done(end);
    });
    return true;
  };
  const decide = (now: number): number => {
    while ((allowedAt[0] ?? now) < now - WINDOW_MS) allowedAt.shift();
    const isAllowed = allowedAt.length < limit && ofBusyCaller < (burst.atOnce ?? parallel);
    if (isAllowed) {
      allowedAt.push(now);
      return workMs;
    }
    refusals += 1;
    const isPrompt = !delays || refusals <= PROMPT_REFUSALS * containers;
    return isPrompt ? REFUSED_MS : REFUSED_MS + REFUSAL_MS;
  };
  const call = (now: number) => {
    const forMs = decide(now);
    const isWork = forMs === workMs;
    const again = (end: number) => events.add(end + WAY_MS * (0.5 + random()), call);
    if (isWork) ofBusyCaller += 1;
    const ran = run(now, forMs, (end) => {
      if (isWork) ofBusyCaller -= 1;
      again(end);
    });
    if (ran) return;
    if (isWork) ofBusyCaller -= 1;
    again(now);
  };
  const other = (now: number) => {
    others.asked += 1;
    if (!run(now, workMs, () => {})) others.refused += 1;
    events.add(now + 1 + (2 * random() * (1000 - othersPerSecond)) / othersPerSecond, other);
  };
  for (let index = 0; index < parallel; index += 1) events.add(WAY_MS * random(), call);
  events.add(0, other);
  events.playUntil(endMs);
  return others;
}

/** Numbers from 0 to 1, the same ones each time. */
function lcg() {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A token bucket, full at first. */
class Bucket {
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #at = 0;

  constructor({ requestsPerSecond, burst }: Burst["throttle"]) {
    this.#perMs = requestsPerSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
  }

  take(now: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

type Event = (now: number) => void;

/** Events by their millisecond; those of one millisecond in the order in which they were added. */
class Queue {
  readonly #events = new Map<number, Event[]>();

  add(at: number, event: Event) {
    const ms = Math.ceil(at);
    const others = this.#events.get(ms);
    if (others) others.push(event);
    else this.#events.set(ms, [event]);
  }

  playUntil(end: number) {
    for (let now = 0; now < end; now += 1) {
      // An event may add others at its own millisecond.
      for (const event of this.#events.get(now) ?? []) event(now);
      this.#events.delete(now);
    }
  }
}
