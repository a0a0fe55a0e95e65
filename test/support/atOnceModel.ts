import type { RatePlace } from "../../shared/entities/rateUse.ts";
import { AtOnce, SLOW_MS } from "../../shared/limits/atOnce.ts";
import { newUuid } from "../../shared/uuid.ts";

const START = 1_795_000_018_000;
/** Network of a caller, and the answer of a refusal. */
const WAY_MS = 10;
const REFUSED_MS = 4;
/** Others' requests: how long they take, one after so many milliseconds, and when they try again without a function. */
const OTHER_MS = 15;
const OTHERS_EVERY_MS = 20;
const AGAIN_MS = 1000;

export interface Callers {
  /** Containers that Lambda has for the group. */
  functions: number;
  /** Parallel calls of one reseller; every answer is followed by the next call. */
  parallel: number;
  workMs: number;
  most: number;
  seconds: number;
}

type Step = (now: number) => Promise<void>;

/**
 * Plays callers in simulated time against real counters, one for each container, and the table. Lambda
 * gives a call the container that was free last. The callers wait as `retry-after` says, and half a second
 * more or less. Answers the functions that they occupied, by milliseconds, how many of their calls were
 * answered and refused, and the mean time of others' answers.
 */
export async function playCallers(callers: Callers) {
  const { functions, parallel, workMs, most, seconds } = callers;
  const place: RatePlace = { reseller_uuid: newUuid(), kind: "at-once-websites" };
  const free = Array.from({ length: functions }, () => new AtOnce(place));
  const steps = new Map<number, Step[]>();
  const occupied: number[] = [];
  const counts = { answered: 0, refused: 0 };
  const others = { asked: 0, waitedMs: 0 };
  const random = lcg();
  let running = 0;
  const at = (now: number, step: Step) => {
    const others = steps.get(Math.ceil(now));
    if (others) others.push(step);
    else steps.set(Math.ceil(now), [step]);
  };
  const call: Step = async (now) => {
    const container = free.pop();
    if (!container) {
      at(now + AGAIN_MS * (0.5 + random()), call);
      return;
    }
    running += 1;
    const seat = await container.begin(most, START + now);
    const forMs = seat ? workMs : REFUSED_MS;
    if (seat && workMs > SLOW_MS) at(now + SLOW_MS, (then) => seat.noteSlow(START + then));
    at(now + forMs, async (end) => {
      await seat?.end(START + end);
      free.push(container);
      running -= 1;
      counts[seat ? "answered" : "refused"] += 1;
      at(end + WAY_MS + (seat ? 0 : AGAIN_MS * (0.5 + random())), call);
    });
  };
  const other = (askedAt: number) => async (now: number) => {
    const container = free.pop();
    if (!container) return at(now + AGAIN_MS, other(askedAt));
    at(now + OTHER_MS, async (end) => {
      free.push(container);
      others.asked += 1;
      others.waitedMs += end - askedAt;
    });
  };
  for (let index = 0; index < parallel; index += 1) at(index % WAY_MS, call);
  for (let now = 0; now < seconds * 1000; now += 1) {
    if (now % OTHERS_EVERY_MS === 0) at(now, other(now));
    for (const step of steps.get(now) ?? []) await step(now);
    steps.delete(now);
    occupied.push(running);
  }
  return { occupied, ...counts, othersMs: others.waitedMs / others.asked };
}

/** Numbers from 0 to 1, the same ones each time. */
function lcg() {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
