import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CONFIRM_SECONDS,
  type ProbeReport,
  type Step,
  stateAfterProbe,
} from "../../../../functions/monitoring/uptime/upOrDown.ts";
import { NEW_UPTIME_MEMORY, secondsWithin } from "../../../../functions/monitoring/uptimeMemory.ts";
import { uptimePercentage } from "../../../../functions/monitoring/uptimePercentage.ts";
import type { UptimeMemory } from "../../../../shared/entities/check.ts";

const HOUR = 3600;

/** The steps of these probes, each a time in seconds and what it found; one is due every 5 minutes. */
function play(...looks: [at: number, finding: ProbeReport["finding"]][]): Step[] {
  const steps: Step[] = [];
  for (const [at, finding] of looks) {
    const memory = steps.at(-1)?.memory ?? NEW_UPTIME_MEMORY;
    steps.push(stateAfterProbe(memory, { finding, at, minutes: 5 }));
  }
  return steps;
}

const last = (steps: Step[]) => steps.at(-1) as Step;
const percentage = (steps: Step[], now: number) => uptimePercentage(last(steps).memory, now);

describe("a gap", () => {
  test("is what lies between two probes that are further apart than the interval and three minutes", () => {
    expect(last(play([0, "up"], [480, "up"])).memory.gaps).toBeUndefined();
    expect(last(play([0, "up"], [481, "up"])).memory.gaps).toEqual([{ from: 0, to: 481 }]);
  });

  test("is left out of the percentage, and so is the time since the last probe", () => {
    const steps = play([0, "down"], [60, "down"], [360, "up"], [420, "up"], [720, "up"]);
    expect(percentage(steps, 720)).toBe(50);
    expect(percentage(steps, 720 + 24 * HOUR)).toBe(50);
    const later = 24 * HOUR;
    const more = [
      [later, "up"],
      [later + 300, "up"],
    ] as const;
    const resumed = play(
      [0, "down"],
      [60, "down"],
      [360, "up"],
      [420, "up"],
      [720, "up"],
      ...more.map(([at, finding]) => [at, finding] as [number, "up"]),
    );
    // 360 of the 720 seconds before the gap and the 300 after it.
    expect(percentage(resumed, later + 300)).toBe(Math.floor((660 / 1020) * 10_000) / 100);
  });

  test("does not confirm what failed before it", () => {
    const steps = play([0, "up"], [300, "down"], [2 * HOUR, "down"]);
    expect(last(steps).transition).toBeUndefined();
    expect(last(steps).memory).toMatchObject({ state: "suspect", since: 2 * HOUR, downtimes: [] });
    expect(last(play([0, "up"], [300, "down"], [360, "down"])).transition).toMatchObject({
      is_up: false,
    });
  });

  test("ends a downtime with the last probe that saw it, and the next two say whether it is back", () => {
    const down: [number, ProbeReport["finding"]][] = [
      [0, "down"],
      [60, "down"],
      [360, "down"],
    ];
    const steps = play(...down, [2 * HOUR, "up"], [2 * HOUR + 60, "up"]);
    expect(last(steps)).toMatchObject({
      memory: { state: "up", downtimes: [{ from: 0, to: 360 }] },
      transition: { is_up: true, from: 0, to: 2 * HOUR, duration: 360, unobserved: 2 * HOUR - 360 },
    });
    expect(last(play(...down, [2 * HOUR, "up"])).transition).toBeUndefined();
  });

  test("begins another downtime when the website is still down, once that is confirmed", () => {
    const steps = play([0, "down"], [60, "down"], [2 * HOUR, "down"]);
    expect(last(steps)).toMatchObject({
      soon: true,
      memory: { state: "down", downtimes: [{ from: 0, to: 60 }] },
    });
    const more = play(
      [0, "down"],
      [60, "down"],
      [2 * HOUR, "down"],
      [2 * HOUR + 60, "down"],
      [2 * HOUR + 360, "up"],
      [2 * HOUR + 420, "up"],
    );
    const periods = [
      { from: 0, to: 60 },
      { from: 2 * HOUR, to: 2 * HOUR + 360 },
    ];
    expect(last(more)).toMatchObject({
      memory: { downtimes: periods },
      transition: { from: 0, to: 2 * HOUR + 360, duration: 420, unobserved: 2 * HOUR - 60 },
    });
    expect(more.map(({ soon }) => soon)).toEqual([true, false, true, false, true, false]);
    // It was shown as down all the time.
    expect(more.filter(({ transition }) => transition)).toHaveLength(2);
  });

  test("begins no other downtime with an answer after it, but with the next failure", () => {
    const steps = play([0, "down"], [60, "down"], [2 * HOUR, "up"], [2 * HOUR + 60, "down"]);
    expect(last(steps)).toMatchObject({
      soon: true,
      memory: { state: "down", since: 2 * HOUR + 60, downtimes: [{ from: 0, to: 60 }] },
    });
    expect(last(steps).transition).toBeUndefined();
  });

  test("does not change what other regions find: a website that is down stays so until two good probes", () => {
    const { memory } = last(play([0, "down"], [60, "down"], [2 * HOUR, "down"]));
    const look = { finding: "down", at: 2 * HOUR + 60, minutes: 5, isUpElsewhere: true } as const;
    expect(stateAfterProbe(memory, look).memory).toMatchObject({ state: "down", since: 2 * HOUR });
  });

  test("ends a downtime where it had answered already, and asks for two more good probes", () => {
    const steps = play([0, "down"], [60, "down"], [360, "up"], [2 * HOUR, "up"]);
    expect(last(steps).transition).toBeUndefined();
    expect(last(steps).memory).toMatchObject({
      state: "recovering",
      downtimes: [{ from: 0, to: 360 }],
    });
  });
});

describe("a website that can't be reached from here", () => {
  test("is neither up nor down: nothing is remembered of it", () => {
    expect(last(play([0, "unknown"], [300, "unknown"]))).toEqual({
      memory: NEW_UPTIME_MEMORY,
      soon: false,
    });
    expect(last(play([0, "up"], [300, "down"], [360, "unknown"])).memory).toMatchObject({
      state: "up",
      checked_at: 300,
    });
  });

  test("is shown as down no longer, after two probes, and was down as long as that was seen", () => {
    const steps = play([0, "down"], [60, "down"], [360, "unknown"], [420, "unknown"]);
    expect(steps.map(({ soon }) => soon)).toEqual([true, false, true, false]);
    expect(last(steps)).toMatchObject({
      memory: { state: "up", downtimes: [{ from: 0, to: 60 }] },
      transition: { is_up: true, from: 0, to: 60, duration: 60 },
    });
  });

  test("forgets downtimes that don't count any more, when it is shown as down no longer", () => {
    const day = 24 * HOUR;
    const ago = (to: number) => ({ from: to - 60, to });
    const open = { from: 9 * day - 60 };
    const down: UptimeMemory = {
      ...{ state: "down", since: open.from, checked_at: 9 * day },
      downtimes: [ago(day), ago(day + 1), open],
    };
    const unknown = { finding: "unknown", at: 9 * day + 300, minutes: 5 } as const;
    const { memory } = stateAfterProbe(stateAfterProbe(down, unknown).memory, unknown);
    expect(memory.downtimes).toEqual([ago(day + 1), { ...open, to: 9 * day }]);
  });
});

const looks = fc
  .array(
    fc.record({
      after: fc.oneof(fc.constantFrom(60, 61, 300, 480, 481), fc.integer({ min: 1, max: 20_000 })),
      finding: fc.constantFrom<ProbeReport["finding"]>("up", "down", "down", "unknown"),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = 1_000_000;
    return steps.map(({ after, finding }) => {
      at += after;
      return [at, finding] as [number, ProbeReport["finding"]];
    });
  });

test("whatever the probes find, downtimes are what was seen, and never within a gap", () => {
  fc.assert(
    fc.property(looks, (given) => {
      const steps = play(...given);
      let isShownUp = true;
      for (const [index, { memory, transition }] of steps.entries()) {
        const [at] = given[index] ?? [0];
        const { downtimes, gaps = [], checked_at = at } = memory;
        const periods = downtimes.map(({ from, to = checked_at }) => ({ from, to }));
        for (const [n, { from, to }] of periods.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          expect(from).toBeGreaterThanOrEqual(periods[n - 1]?.to ?? 0);
          expect(secondsWithin({ from, to }, gaps)).toBe(0);
          // Each end of it is a probe that found it down, or the first that did not.
          const times = given.map(([time]) => time);
          expect(times).toContain(from);
          expect(times).toContain(to);
        }
        const percent = uptimePercentage(memory, at) ?? 0;
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        if (!transition) continue;
        expect(transition.is_up).toBe(!isShownUp);
        isShownUp = transition.is_up;
        const before = given[index - 1];
        if (!transition.is_up) expect(at - (before?.[0] ?? 0)).toBeLessThanOrEqual(480);
        if (!transition.is_up) expect(at - transition.from).toBeGreaterThanOrEqual(CONFIRM_SECONDS);
        if (transition.is_up) expect(["up", "unknown"]).toContain(before?.[1]);
        if (transition.is_up)
          expect(transition.duration + transition.unobserved).toBeLessThanOrEqual(
            transition.to - transition.from,
          );
      }
    }),
    { numRuns: 300 },
  );
});

/** Probes by a clock that goes on, stands still, or jumps in either direction. */
const jumpingLooks = fc
  .array(
    fc.record({
      after: fc.oneof(
        fc.constantFrom(60, 300, 481, 0, -30, -5000, 5000),
        fc.integer({ min: -20_000, max: 20_000 }),
      ),
      finding: fc.constantFrom<ProbeReport["finding"]>("up", "down", "down", "unknown"),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = 1_000_000;
    return steps.map(({ after, finding }) => {
      at += after;
      return [at, finding] as [number, ProbeReport["finding"]];
    });
  });

describe("a clock that jumps back", () => {
  test.each([30, 5000])("by %i s ends a downtime no sooner than it began", (jump) => {
    const down: [number, ProbeReport["finding"]][] = [
      [10_000, "down"],
      [10_060, "down"],
    ];
    const back = 10_000 - jump;
    const isBack = { from: 10_000, to: 10_000 };
    expect(last(play(...down, [back, "up"], [back + 60, "up"]))).toMatchObject({
      memory: { state: "up", downtimes: [isBack] },
      transition: { is_up: true, ...isBack, duration: 0, unobserved: 0 },
    });
    const gap = last(play(...down, [back, "down"], [back + 481, "down"]));
    expect(gap.memory.downtimes).toEqual([isBack]);
  });

  test("confirms a failure a minute later by the clock as it is now", () => {
    const steps = play([10_000, "down"], [5000, "down"], [5060, "down"]);
    expect(last(steps).transition).toEqual({ is_up: false, from: 5000 });
  });

  test("counts no second of a downtime twice", () => {
    const overlapping = [
      { from: 60, to: 100 },
      { from: 0, to: 80 },
      { from: 70, to: 75 },
    ];
    expect(secondsWithin({ from: 10, to: 90 }, overlapping)).toBe(80);
  });

  test("makes no period end before it begins, and no percentage or duration impossible", () => {
    fc.assert(
      fc.property(jumpingLooks, (given) => {
        for (const [index, { memory, transition }] of play(...given).entries()) {
          const [at] = given[index] ?? [0];
          for (const { from, to = from } of [...memory.downtimes, ...(memory.gaps ?? [])]) {
            expect(from).toBeLessThanOrEqual(to);
          }
          for (const now of [at - 5000, at, at + 5000]) {
            const percent = uptimePercentage(memory, now) ?? 0;
            expect(percent).toBeGreaterThanOrEqual(0);
            expect(percent).toBeLessThanOrEqual(100);
          }
          if (!transition?.is_up) continue;
          const { from, to, duration, unobserved } = transition;
          for (const seconds of [duration, unobserved]) {
            expect(seconds).toBeGreaterThanOrEqual(0);
            expect(seconds).toBeLessThanOrEqual(to - from);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
