import { expect, test } from "vitest";
import { mostOf } from "../../../../functions/monitoring/rounds/runRound.ts";

/** Plays probes that end after these milliseconds, or never; returns when the first are written. */
async function play(durations: number[]): Promise<number> {
  let now = 0;
  const waiting: { at: number; wake(): void }[] = [];
  const clock = {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((wake) => void waiting.push({ at: now + ms, wake })),
  };
  let writtenAt: number | undefined;
  const written = mostOf(
    durations.map((ms) => clock.sleep(ms)),
    clock,
  ).then(() => {
    writtenAt = now;
  });
  await new Promise(setImmediate);
  while (writtenAt === undefined) {
    waiting.sort((one, other) => one.at - other.at);
    const next = waiting.shift();
    if (!next) break;
    now = next.at;
    next.wake();
    await new Promise(setImmediate);
  }
  await written;
  return writtenAt ?? Number.NaN;
}

const NEVER = 1e9;
/** Of a hundred probes, this many never end; the others end one after another, the failing ones last. */
const roundOf = (hanging: number) =>
  Array.from({ length: 100 }, (_, index) => (index < hanging ? NEVER : 200 + 2 * index));

test("what most have found waits for those that never answer a tenth longer at most", async () => {
  const alone = await play(roundOf(0));
  expect(alone).toBe(398);
  for (const hanging of [1, 5, 20, 50]) {
    const beside = await play(roundOf(hanging));
    expect(beside).toBeGreaterThanOrEqual(alone);
    expect(beside / alone).toBeLessThanOrEqual(1.1);
  }
});

test("where more than half never answer, the others are written after two seconds", async () => {
  expect(await play(roundOf(51))).toBe(2000);
  expect(await play([NEVER])).toBe(2000);
});

test("an empty bucket is not waited for", async () => {
  expect(await play([])).toBeLessThanOrEqual(0);
});
