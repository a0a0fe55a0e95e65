const FIRST = "!".charCodeAt(0);
const CLASSES = "~".charCodeAt(0) - FIRST + 1;

/** Each class of durations is 11 % wider than the one before: 94 reach from a millisecond to 16 seconds. */
const RATIO = 1.11;

/** The class of a response time in milliseconds. */
export function classOfDuration(duration: number): number {
  const durationClass = Math.round(Math.log(Math.max(1, duration)) / Math.log(RATIO));
  return Math.min(CLASSES - 1, durationClass);
}

/** The response time in the middle of a class. */
export function durationOfClass(durationClass: number): number {
  return Math.round(RATIO ** durationClass);
}

/**
 * Answers that a round tells apart: each has characters of its own. The first stands for all others.
 * Append only, as stored rounds have these characters.
 */
const OUTCOMES = ["up", "up (401)", "up (403)", "up (429)", "up (202)", "up (405)", "up (503)"];

/** Beyond the control characters of Latin-1. */
const FIRST_OTHER = 0xa1;

/** The character of an answer with a response time in milliseconds. */
export function characterOfDuration(duration: number, outcome = "up"): string {
  const kind = Math.max(0, OUTCOMES.indexOf(outcome));
  const first = kind === 0 ? FIRST : FIRST_OTHER + (kind - 1) * CLASSES;
  return String.fromCharCode(first + classOfDuration(duration));
}

/** The class of durations of an answer's character. */
export function classOfCharacter(character: string): number {
  const code = character.charCodeAt(0);
  return code < FIRST_OTHER ? code - FIRST : (code - FIRST_OTHER) % CLASSES;
}

/** The outcome of an answer's character. */
export function outcomeOfCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const kind = code < FIRST_OTHER ? 0 : 1 + Math.floor((code - FIRST_OTHER) / CLASSES);
  return OUTCOMES[kind] ?? "up";
}
