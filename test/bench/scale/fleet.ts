import type { LookAt } from "../../../functions/uptime/probeSite.ts";
import { placeOf } from "../../../shared/checks/rosters.ts";
import type { Clock } from "../../../shared/time.ts";

/** Of all websites, by the minutes of their plan. */
const SHARES: [minutes: number, share: number][] = [
  [1, 0.02],
  [5, 0.93],
  [60, 0.05],
];
const SITES_A_RESELLER = 500;

type Outcome = "up" | "hanging" | "http 500";

/** A website of the model: all that is known of it follows from its number. */
export interface Site {
  index: number;
  minutes: number;
  roster: number;
  place: number;
}

/** The websites of the model, by their number and by their roster. */
export class Fleet {
  readonly count: number;
  /** So many websites of one reseller never answer. */
  readonly noisy: number;
  /** By interval, the number of the first website and how many there are. */
  readonly groups: { minutes: number; first: number; seats: number }[] = [];

  constructor(count: number, noisy = 0) {
    this.count = count;
    this.noisy = noisy;
    let first = 0;
    for (const [minutes, share] of SHARES) {
      const seats = Math.round(count * share);
      this.groups.push({ minutes, first, seats });
      first += seats;
    }
  }

  site(index: number): Site {
    const group = this.groups.find(({ first, seats }) => index < first + seats);
    const { minutes = 5, first = 0 } = group ?? {};
    return { index, minutes, ...placeOf(minutes, index - first) };
  }

  /** What becomes of a website's looks. */
  outcomeOf(index: number): Outcome {
    return this.isNoisy(index) ? "hanging" : outcomeOf(index);
  }

  /** Those that never answer together are among the websites of 5 minutes. */
  isNoisy(index: number): boolean {
    const first = this.groups.find(({ minutes }) => minutes === 5)?.first ?? 0;
    return index >= first && index < first + this.noisy;
  }

  resellerOf(index: number): string {
    return this.isNoisy(index) ? NOISY_RESELLER : resellerOf(index);
  }

  /** The numbers of the websites that have a seat in a roster. */
  inRoster(roster: number): number[] {
    const minutes = Math.floor(roster / 1_000_000);
    const group = this.groups.find((each) => each.minutes === minutes);
    if (!group) return [];
    const from = (roster % 1_000_000) * 100;
    const to = Math.min(from + 100, group.seats);
    return Array.from({ length: Math.max(0, to - from) }, (_, n) => group.first + from + n);
  }
}

export const uuidOf = (index: number) =>
  `00000000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`;
export const indexOf = (uuid: string) => Number.parseInt(uuid.slice(-12), 16);
export const NOISY_RESELLER = "30000000-0000-7000-8000-000000000000";
export const resellerOf = (index: number) =>
  `10000000-0000-7000-8000-${Math.floor(index / SITES_A_RESELLER)
    .toString(16)
    .padStart(12, "0")}`;

/** An address of its own for each, so that nobody shares a look. */
export const urlOf = (index: number) =>
  `http://10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}/`;

function indexOfUrl(url: string): number {
  const [, a = "0", b = "0", c = "0"] = /^http:\/\/10\.(\d+)\.(\d+)\.(\d+)/.exec(url) ?? [];
  return (Number(a) << 16) | (Number(b) << 8) | Number(c);
}

/** What becomes of a website's looks: 0.5 % never answer, 0.5 % answer 500, the others answer. */
function outcomeOf(index: number): Outcome {
  const share = mixed(index) % 1000;
  if (share < 5) return "hanging";
  return share < 10 ? "http 500" : "up";
}

/** Answers as websites do: half of them within 0.3 s, one in a hundred later than 2.4 s. */
export function modelledLooks(
  clock: Clock,
  { fleet, onLook }: { fleet: Fleet; onLook: () => void },
): LookAt {
  return async (url, which) => {
    onLook();
    const index = indexOfUrl(url);
    const outcome = fleet.outcomeOf(index);
    const normal = ((mixed(index * 7 + 1) % 10_000) + 1) / 10_001;
    const usual = Math.min(9000, 300 * Math.exp(0.9 * quantile(normal)));
    const timeout = which === "first" ? 10_000 : 5000;
    const duration = outcome === "hanging" ? timeout : usual;
    await clock.sleep(duration);
    const answered = outcome === "up";
    const told = answered ? "up" : outcome === "hanging" ? "timeout" : outcome;
    return { answered, outcome: told, url, lastUrl: url, duration: Math.round(duration) };
  };
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
