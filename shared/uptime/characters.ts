/** @file The characters by which bucket hours record probes. Stored for days: what they mean never changes. */

const FIRST = "!".charCodeAt(0);
const CLASSES = "~".charCodeAt(0) - FIRST + 1;
/** Beyond the control characters of Latin-1. */
const FIRST_OTHER = 0xa1;

/** Each class of durations is 11 % wider than the one before: 94 reach from a millisecond to 16 seconds. */
const RATIO = 1.11;

/** The answers that characters tell apart, each to a first and to a second attempt. New ones only at the end. */
const ANSWERS = [
  ...["up", "up (401)", "up (403)", "up (429)", "up (202)", "up (405)", "up (503)"],
  ...["up (406)", "up (451)"],
];

/** Stands for a website that was not probed. */
export const NOT_PROBED = " ";

/**
 * Probes without an answer of the website: it failed, failed in a maintenance window, failed here but answers
 * another region, or can't be reached from here at all.
 */
const WITHOUT_ANSWER = {
  down: "\u0080",
  announced: "\u0081",
  elsewhere: "\u0082",
  unknown: "\u0083",
};

/** What a character records. */
export type Recorded =
  | { verdict: "up"; outcome: string; durationClass: number; isSecondAttempt: boolean }
  | { verdict: keyof typeof WITHOUT_ANSWER };

/** The class of a response time in milliseconds. */
function classOfDuration(duration: number): number {
  const durationClass = Math.round(Math.log(Math.max(1, duration)) / Math.log(RATIO));
  return Math.min(CLASSES - 1, durationClass);
}

/** The response time in the middle of a class. */
export function durationOfClass(durationClass: number): number {
  return Math.round(RATIO ** durationClass);
}

/** A probe as `characterOf` takes it; the duration in milliseconds. */
interface Probed {
  verdict: Recorded["verdict"];
  outcome: string;
  duration: number;
  isSecondAttempt: boolean;
}

/** The character of a probe. An answer has its outcome, class of duration, and whether the first attempt failed. */
export function characterOf({ verdict, outcome, duration, isSecondAttempt }: Probed): string {
  if (verdict !== "up") return WITHOUT_ANSWER[verdict];
  // Others are recorded as `up`.
  const answer = Math.max(0, ANSWERS.indexOf(outcome));
  const kind = 2 * answer + (isSecondAttempt ? 1 : 0);
  const first = kind === 0 ? FIRST : FIRST_OTHER + (kind - 1) * CLASSES;
  return String.fromCharCode(first + classOfDuration(duration));
}

/** What a character records. */
export function readCharacter(character: string): Recorded {
  for (const verdict of ["down", "announced", "elsewhere", "unknown"] as const) {
    if (character === WITHOUT_ANSWER[verdict]) return { verdict };
  }
  const code = character.charCodeAt(0);
  const kind = code < FIRST_OTHER ? 0 : 1 + Math.floor((code - FIRST_OTHER) / CLASSES);
  const durationClass = code < FIRST_OTHER ? code - FIRST : (code - FIRST_OTHER) % CLASSES;
  const outcome = ANSWERS[Math.floor(kind / 2)] ?? "up";
  return { verdict: "up", outcome, durationClass, isSecondAttempt: kind % 2 === 1 };
}
