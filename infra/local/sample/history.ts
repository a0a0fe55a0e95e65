import type { Row } from "../../../shared/entities/bucket.ts";
import type { Period } from "../../../shared/entities/monitor.ts";
import { secondsOfDay } from "../../../shared/platform/time.ts";
import { characterOf, NOT_PROBED, readCharacter } from "../../../shared/uptime/characters.ts";
import { type Figures, NO_FIGURES } from "../../../shared/uptime/figures.ts";
import type { Site } from "./customers.ts";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const MOST_DOWNTIMES = 4;
const OUTCOMES = ["http 503", "timeout", "http 500", "refused (ECONNREFUSED)"];
/** The time for which a website is down: another one for each, as they have nothing to do with each other. */
const downMinutes = (name: string) => 17 * (1 + (name.length % 3));
const UNSTABLE_MINUTES = 95;
/** The share of probes whose first attempt fails, on an unstable website and on any other. */
const FAILED_ATTEMPTS = { unstable: 0.3, stable: 0.0003 };

/** How a website did from the time when it was added. Times are in seconds since 1970, at whole minutes. */
export interface Course extends Period {
  seed: number;
  typicalMs: number;
  /** Oldest first; one without an end is still open. */
  downtimes: { from: number; to?: number; outcome: string }[];
  unstable_since?: number;
}

/** The course of a website until now: the same one whenever it is asked for. */
export function courseOf(
  { name, state }: Pick<Site, "name" | "state">,
  days: number,
  now: number,
): Course {
  const seed = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7);
  const to = now - (now % MINUTE);
  const from = to - days * DAY + Math.floor(noise(seed, 0) * HOUR) * MINUTE;
  const count = Math.floor(noise(seed, 1) * MOST_DOWNTIMES);
  // Each has a part of the time for itself; none is within the last hours.
  const part = Math.floor((to - from - 6 * HOUR) / Math.max(1, count) / MINUTE) * MINUTE;
  const downtimes = Array.from({ length: count }, (_, index) => {
    const minutes = 2 + Math.floor(noise(seed, index + 10) ** 3 * 50);
    const begins = Math.floor(noise(seed, index + 20) * (part / MINUTE - minutes));
    const began = from + index * part + begins * MINUTE;
    const outcome = OUTCOMES[(index + (seed & 3)) % OUTCOMES.length] ?? "";
    return { from: began, to: began + minutes * MINUTE, outcome };
  });
  const open = { from: to - downMinutes(name) * MINUTE, outcome: "http 503" };
  return {
    ...{ seed, from, to, typicalMs: typicalMs(name) },
    downtimes: state === "down" ? [...downtimes, open] : downtimes,
    ...(state === "unstable" && { unstable_since: to - UNSTABLE_MINUTES * MINUTE }),
  };
}

/** How long a website takes to answer. */
export function typicalMs(name: string): number {
  return 60 + ((name.length * 97 + name.charCodeAt(1) * 13) % 240);
}

/** A number from 0 to 1 that follows from two others. */
function noise(seed: number, n: number): number {
  let bits = Math.imul(seed ^ Math.imul(n, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35);
  return ((bits ^ (bits >>> 13)) >>> 0) / 2 ** 32;
}

/** The character of the probe of a minute; none before the website was added. */
function characterAt({ seed, typicalMs, downtimes, from, to, unstable_since }: Course, at: number) {
  if (at < from || at > to) return NOT_PROBED;
  const isDown = downtimes.some(({ from, to = at + 1 }) => at >= from && at < to);
  const luck = noise(seed, at / MINUTE);
  const isUnstable = unstable_since !== undefined && at >= unstable_since;
  // Slower by day than by night, on some days than on others, and now and then much slower.
  const daily = 1 + 0.3 * Math.sin(((at % DAY) / DAY - 0.3) * 2 * Math.PI);
  const ofDay = 0.8 + 0.4 * noise(seed, Math.floor(at / DAY));
  return characterOf({
    ...{ verdict: isDown ? "down" : "up", outcome: "up" },
    duration: typicalMs * daily * ofDay * (luck > 0.97 ? 3 : 0.8 + 0.4 * luck),
    isSecondAttempt: luck < FAILED_ATTEMPTS[isUnstable ? "unstable" : "stable"],
  });
}

/** The figures of a day (`2026-01-31`), as those of its log: a loop takes a tenth of the time. */
export function figuresOfDay(course: Course, day: string): Figures {
  const window = secondsOfDay(day);
  const times: Figures["times"] = {};
  const figures = { ...NO_FIGURES, times };
  const end = Math.min(window.to, course.to);
  for (let at = Math.max(window.from, course.from); at < end; at += MINUTE) {
    const recorded = readCharacter(characterAt(course, at));
    const isUp = recorded.verdict === "up";
    figures.looks += 1;
    figures.observed += MINUTE;
    if (!isUp) figures.down += MINUTE;
    if (!isUp) figures.failures += 1;
    if (!isUp || recorded.isSecondAttempt) figures.failed_attempts += 1;
    if (isUp) times[recorded.durationClass] = (times[recorded.durationClass] ?? 0) + 1;
  }
  return figures;
}

/** The log of the probes of several websites in an hour, as rounds write it; the courses in the order of the names. */
export function rowsOfHour(courses: Course[], from: number): Record<string, Row> {
  const rows: Record<string, Row> = {};
  for (let at = from; at < from + HOUR; at += MINUTE) {
    const probes = courses.map((course) => characterAt(course, at)).join("");
    if (probes.trimEnd() !== "") rows[at] = { at, probes: probes.trimEnd() };
  }
  return rows;
}
