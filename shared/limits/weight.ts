import type { RateKind } from "../entities/rateUse.ts";
import { PRICES, priceOf, type Usage } from "./prices.ts";

/** USD that weight 1 stands for: a little more than a usual request or delivery costs. */
export const UNIT_USD: Record<RateKind, number> = { reads: 3e-6, writes: 20e-6, deliveries: 5e-6 };

/** Write units caused by each write unit of a request: checks, counters and, for a POST, the later removal. */
const FOLLOWING_POST = 6;
const FOLLOWING_CHANGE = 3;
/** An event for a webhook that has to wait, without its attempts. */
const EVENT_USD = 3.5e-6;
/** A POST makes about one event per this many write units, including the event of its record's removal. */
const UNITS_AN_EVENT = 7.5;
const MOST_EVENTS = 6;

/** The weight of a worker's time, its reads and writes, and the later removal of what it has written. */
export function weightOfWork(
  kind: RateKind,
  {
    seconds,
    memoryMb,
    readUnits,
    writeUnits,
  }: Pick<Usage, "seconds" | "memoryMb" | "readUnits" | "writeUnits">,
): number {
  const usd =
    seconds * (memoryMb / 1024) * PRICES.lambdaGbSecond +
    readUnits * PRICES.readUnit +
    2 * writeUnits * PRICES.writeUnit;
  return Math.ceil(usd / UNIT_USD[kind]);
}

/** The weight in writes of events, each for one webhook. */
export function weightOfEvents(count: number): number {
  return Math.ceil((count * EVENT_USD) / UNIT_USD.writes);
}

/** The read and write units of a probe outside the rounds. */
const PROBE_USD = 2.5 * PRICES.readUnit + 3 * PRICES.writeUnit;

/** The weight in writes of probes outside the rounds. */
export function weightOfProbes(count: number): number {
  return Math.ceil((count * PROBE_USD) / UNIT_USD.writes);
}

/** A request whose weight is asked for; `webhooks` is how many its reseller has. */
interface Weighed {
  kind: RateKind;
  method: string;
  webhooks: number;
}

/** The weight of a request, at least 1: its price and about that of everything it causes. */
export function weightOf(usage: Usage, { kind, method, webhooks }: Weighed): number {
  const isPost = method === "POST";
  const { writeUnits } = usage;
  const events = isPost ? Math.min(MOST_EVENTS, Math.ceil(writeUnits / UNITS_AN_EVENT)) : 1;
  const following = isPost ? FOLLOWING_POST : FOLLOWING_CHANGE;
  const setOff = writeUnits * following * PRICES.writeUnit + events * webhooks * EVENT_USD;
  const usd = priceOf(usage) + (kind === "writes" && writeUnits > 0 ? setOff : 0);
  return Math.max(1, Math.ceil(usd / UNIT_USD[kind]));
}
