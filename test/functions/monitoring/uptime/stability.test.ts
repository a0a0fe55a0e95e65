import { describe, expect, test } from "vitest";
import {
  type StableStep,
  withStability,
} from "../../../../functions/monitoring/uptime/stability.ts";
import {
  type ProbeReport,
  stateAfterProbe,
} from "../../../../functions/monitoring/uptime/upOrDown.ts";
import { NEW_UPTIME_MEMORY } from "../../../../functions/monitoring/uptimeMemory.ts";

const HOUR = 3600;

/** A website of an interval, probed as its steps ask for; `isUp` says what each probe finds. */
function play(
  minutes: number,
  until: number,
  isUp: (index: number, at: number) => boolean | Partial<ProbeReport>,
): { changes: [at: number, isStable: boolean, failures: number][]; last: StableStep } {
  const changes: [number, boolean, number][] = [];
  let last: StableStep = { memory: NEW_UPTIME_MEMORY, soon: false };
  for (let at = 0, index = 0; at <= until; index += 1) {
    const found = isUp(index, at);
    const more = typeof found === "boolean" ? { finding: found ? "up" : "down" } : found;
    const report = { at, minutes, ...more } as ProbeReport;
    last = withStability(last.memory, stateAfterProbe(last.memory, report), report);
    const { stability } = last;
    if (stability) changes.push([at, stability.is_stable, stability.failures]);
    at = last.soon ? at + 60 : at - (at % (minutes * 60)) + minutes * 60;
  }
  return { changes, last };
}

/** Fails once at each of these times, in seconds, and answers a minute later. */
const failsAt =
  (...times: number[]) =>
  (_: number, at: number) =>
    !times.includes(at);

describe("a website becomes unstable", () => {
  test.each([
    // Of 12 probes, and one more for each failure.
    ["five minutes", 5, [300, 900, 1500], 1560],
    // Of 6.
    ["ten minutes", 10, [600, 1800], 1860],
    ["half an hour", 30, [1800, 3600], 3660],
  ])("when a fifth of the probes of an hour failed, each %s", (_, minutes, failures, at) => {
    expect(play(minutes, 4000, failsAt(...failures)).changes).toEqual([
      [at, false, failures.length],
    ]);
    expect(play(minutes, 4000, failsAt(...failures.slice(1))).changes).toEqual([]);
  });

  test("when 12 of 60 fail, each minute, and not when 11 do", () => {
    const fifths = Array.from({ length: 12 }, (_, index) => index * 300);
    expect(play(1, HOUR, failsAt(...fifths)).changes).toEqual([[3360, false, 12]]);
    expect(play(1, HOUR - 60, failsAt(...fifths.slice(1))).changes).toEqual([]);
  });

  test("not by failures in different hours, nor by a single one", () => {
    expect(play(5, 9000, failsAt(300, 900, 300 + HOUR, 900 + HOUR)).changes).toEqual([]);
    expect(play(60, 4 * HOUR, failsAt(HOUR)).changes).toEqual([]);
  });

  test("not by failures that a downtime followed, nor by those that answer elsewhere", () => {
    const down = (_: number, at: number) => at % 1200 >= 600;
    expect(play(5, 5 * HOUR, down).changes).toEqual([]);
    const elsewhere = () => ({ finding: "down", isUpElsewhere: true }) as const;
    expect(play(5, 5 * HOUR, elsewhere).changes).toEqual([]);
  });
});

describe("an unstable website", () => {
  const times = [300, 900, 1500];

  test("is probed each minute, and is stable after an hour with fewer failures", () => {
    const began = 1560;
    const { changes, last } = play(5, began + HOUR - 60, failsAt(...times));
    expect([changes.length, last.soon, last.memory.unstable_since]).toEqual([1, true, began]);
    const after = play(5, began + HOUR, failsAt(...times));
    expect(after.changes).toEqual([
      [began, false, 3],
      [began + HOUR, true, 0],
    ]);
    expect(after.last).toEqual({
      memory: expect.not.objectContaining({ unstable_since: expect.anything() }),
      soon: false,
      stability: { is_stable: true, since: began, failures: 0 },
    });
  });

  test("stays so while a tenth of its probes fail, or while it is down", () => {
    const tenth = (_: number, at: number) => !(times.includes(at) || (at > 1560 && at % 600 === 0));
    expect(play(5, 5 * HOUR, tenth).changes).toHaveLength(1);
    const goesDown = (_: number, at: number) => !(times.includes(at) || at > 2000);
    const { changes, last } = play(5, 5 * HOUR, goesDown);
    expect([changes.length, last.memory.state]).toEqual([1, "down"]);
  });

  test("is probed by its plan once it has failed for ten minutes, and each minute when it answers", () => {
    const fails = (until: number) => (_: number, at: number) =>
      !(times.includes(at) || (at > 2000 && at < until));
    const soonAt = (at: number, until = at + 1) => play(5, at, fails(until)).last.soon;
    // It is down from 2040 on.
    expect([soonAt(2580), soonAt(2640), soonAt(5 * HOUR)]).toEqual([true, false, false]);
    expect(soonAt(5 * HOUR, 5 * HOUR)).toBe(true);
  });
});
