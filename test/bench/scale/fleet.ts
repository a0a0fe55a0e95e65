import { positionOf } from "../../../functions/monitoring/buckets.ts";
import type { ProbeUrl } from "../../../functions/monitoring/uptime/probeSite.ts";
import type { Clock } from "../../../shared/time.ts";

/** The shares of websites by interval, in minutes. */
const SHARES: [minutes: number, share: number][] = [
  [1, 0.02],
  [5, 0.93],
  [60, 0.05],
];
const SITES_A_RESELLER = 500;

type Outcome = "up" | "hanging" | "http 500";

/** A website of the model. Everything about it follows from its number. */
export interface Site {
  index: number;
  minutes: number;
}

/** Buckets are divided if they have more websites than this on average. */
const SITES_A_BUCKET = Number(process.env["SCALE_SITES_A_BUCKET"] ?? 128);

interface Group {
  minutes: number;
  /** The number of the first website. */
  first: number;
  count: number;
  /** The depth of the buckets. */
  depth: number;
  /** The numbers of the websites, by their position. */
  inOrder: Uint32Array;
}

/** The websites of the model, by their number and by their position. */
export class Fleet {
  readonly count: number;
  /** The number of websites of one reseller, which never answer. */
  readonly noisy: number;
  readonly groups: Group[] = [];

  constructor(size: number, noisy = 0) {
    this.count = size;
    this.noisy = noisy;
    let first = 0;
    for (const [minutes, share] of SHARES) {
      const count = Math.round(size * share);
      const depth = Math.max(0, Math.ceil(Math.log2(count / SITES_A_BUCKET)));
      const inOrder = Uint32Array.from({ length: count }, (_, index) => first + index).sort(
        (one, other) => mixed(one) - mixed(other),
      );
      this.groups.push({ minutes, first, count, depth, inOrder });
      first += count;
    }
  }

  site(index: number): Site {
    const group = this.groups.find(({ first, count }) => index < first + count);
    return { index, minutes: group?.minutes ?? 5 };
  }

  /** What the probes of a website find. */
  outcomeOf(index: number): Outcome {
    return this.isNoisy(index) ? "hanging" : outcomeOf(index);
  }

  /** Whether a website is the noisy reseller's: these are among the websites of 5 minutes. */
  isNoisy(index: number): boolean {
    const first = this.groups.find(({ minutes }) => minutes === 5)?.first ?? 0;
    return index >= first && index < first + this.noisy;
  }

  resellerOf(index: number): string {
    return this.isNoisy(index) ? NOISY_RESELLER : resellerOf(index);
  }

  /** The numbers of the websites of an interval between two positions, both included. */
  between(minutes: number, from: number, to: number): number[] {
    const { inOrder } = this.groups.find((each) => each.minutes === minutes) ?? {};
    if (!inOrder) return [];
    return [...inOrder.subarray(firstAt(inOrder, from), firstAt(inOrder, to + 1))];
  }
}

/** The index of the first website at or after a position. */
function firstAt(inOrder: Uint32Array, position: number): number {
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionOf(uuidOf(inOrder[middle] ?? 0)) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/** A uuid that begins with the number and has a pseudo-random end. */
export const uuidOf = (index: number) =>
  `${hex(index, 8)}-0000-7000-8000-${hex(mixed(index * 5 + 3) >>> 16, 4)}${hex(mixed(index), 8)}`;
export const indexOf = (uuid: string) => Number.parseInt(uuid.slice(0, 8), 16);
export const NOISY_RESELLER = "30000000-0000-7000-8000-000000000000";
export const resellerOf = (index: number) =>
  `10000000-0000-7000-8000-${Math.floor(index / SITES_A_RESELLER)
    .toString(16)
    .padStart(12, "0")}`;

/** A name of its own for each, so that no two websites share a probe. */
export const urlOf = (index: number) => `https://site${index}.example/`;

function indexOfUrl(url: string): number {
  return Number.parseInt(url.slice("https://site".length), 10);
}

/** What the probes of a website find: 0.5 % never answer, 0.5 % answer 500, the others answer. */
function outcomeOf(index: number): Outcome {
  const share = mixed(index) % 1000;
  if (share < 5) return "hanging";
  return share < 10 ? "http 500" : "up";
}

/**
 * Answers as websites do: half of them within 0.3 s, one in fifty later than 2.4 s. Most of that is the
 * website's own; the rest differs from probe to probe.
 */
export function modelledProbes(
  clock: Clock,
  { fleet, onProbe }: { fleet: Fleet; onProbe: () => void },
): ProbeUrl {
  return async (url, which) => {
    onProbe();
    const index = indexOfUrl(url);
    const outcome = fleet.outcomeOf(index);
    const own = quantile(shareOf(index * 7 + 1));
    const passing = quantile(shareOf(index * 11 + clock.now()));
    const usual = Math.min(9000, 300 * Math.exp(0.8 * own + 0.4 * passing));
    const timeout = which === "first" ? 10_000 : 5000;
    const duration = outcome === "hanging" ? timeout : usual;
    await clock.sleep(duration);
    const answered = outcome === "up";
    const told = answered ? "up" : outcome === "hanging" ? "timeout" : outcome;
    return { answered, outcome: told, url, lastUrl: url, duration: Math.round(duration) };
  };
}

/** Between 0 and 1, as if at random. */
function shareOf(number: number): number {
  return ((mixed(number) % 10_000) + 1) / 10_001;
}

/** The quantile of the normal distribution, by a logistic one. */
function quantile(share: number): number {
  return Math.log(share / (1 - share)) / 1.702;
}

/** A number that looks random (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
