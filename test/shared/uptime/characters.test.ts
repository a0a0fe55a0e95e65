import { expect, test } from "vitest";
import {
  characterOf,
  durationOfClass,
  NOT_PROBED,
  readCharacter,
} from "../../../shared/uptime/characters.ts";

const outcomes = [
  ...["up", "up (401)", "up (403)", "up (429)", "up (202)", "up (405)", "up (503)"],
  ...["up (406)", "up (451)"],
];

test("an answer comes back from its character: outcome, attempt, and the duration within 6 %", () => {
  const seen = new Set<string>();
  for (const outcome of outcomes) {
    for (const isSecondAttempt of [false, true]) {
      for (const duration of [0, 1, 7, 120, 999, 15_000, 60_000]) {
        const character = characterOf({ verdict: "up", outcome, duration, isSecondAttempt });
        expect([character.length, character.trim()]).toEqual([1, character]);
        const recorded = readCharacter(character);
        expect(recorded).toMatchObject({ verdict: "up", outcome, isSecondAttempt });
        if (recorded.verdict !== "up") throw new Error("It is up");
        const shown = durationOfClass(recorded.durationClass);
        if (duration > 1 && duration < 16_000) {
          // A whole millisecond more or less is more than 6 % of a few.
          expect(Math.abs(shown - duration)).toBeLessThanOrEqual(Math.max(1, 0.06 * duration));
        }
        seen.add(character);
      }
    }
  }
  // Of the durations, 0 and 1 ms share a class.
  expect(seen.size).toBe(outcomes.length * 2 * 6);
});

test("a probe without an answer has a character of its own", () => {
  const verdicts = ["down", "announced", "elsewhere", "unknown"] as const;
  const characters = verdicts.map((verdict) =>
    characterOf({ verdict, outcome: "dns", duration: 10, isSecondAttempt: true }),
  );
  expect(new Set([...characters, NOT_PROBED]).size).toBe(5);
  expect(characters.map(readCharacter)).toEqual(verdicts.map((verdict) => ({ verdict })));
});
