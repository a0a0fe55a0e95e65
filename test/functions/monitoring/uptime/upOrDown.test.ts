import { describe, expect, test } from "vitest";
import { type Step, stateAfterProbe } from "../../../../functions/monitoring/uptime/upOrDown.ts";
import type { Period, UptimeMemory } from "../../../../shared/entities/check.ts";

const START: UptimeMemory = { state: "up", downtimes: [] };

/** Often enough that there is no gap between any of these rounds. */
const minutes = 14 * 24 * 60;

/** Plays rounds, each a time in seconds and whether the site answered; returns the last step. */
function play(...rounds: [at: number, answered: boolean][]): Step {
  let step: Step = { memory: START, soon: false };
  for (const [at, answered] of rounds) {
    step = stateAfterProbe(step.memory, { finding: answered ? "up" : "down", at, minutes });
  }
  return step;
}

describe("a website that is up", () => {
  test("stays up while it answers", () => {
    expect(play([100, true], [400, true])).toEqual({
      memory: { state: "up", first_checked_at: 100, checked_at: 400, downtimes: [] },
      soon: false,
    });
  });

  test("is only suspected after one round that failed, and probed again soon", () => {
    expect(play([100, true], [400, false])).toEqual({
      memory: {
        state: "suspect",
        since: 400,
        first_checked_at: 100,
        checked_at: 400,
        downtimes: [],
        down: {},
      },
      soon: true,
    });
  });

  test("is up again, and was down until then, when the next round is good", () => {
    expect(play([100, true], [400, false], [460, true])).toEqual({
      memory: {
        state: "up",
        first_checked_at: 100,
        checked_at: 460,
        downtimes: [],
        down: { 0: 60 },
      },
      soon: false,
    });
  });

  test("is not down when the further round comes sooner than a minute", () => {
    const { memory, soon, transition } = play([400, false], [459, false]);
    expect({ state: memory.state, soon, transition }).toEqual({ state: "suspect", soon: true });
  });

  test("is down, since its first failure, when it fails a minute later as well", () => {
    const down = { state: "down", first_checked_at: 400, down: {} };
    expect(play([400, false], [460, false])).toEqual({
      memory: { ...down, down_since: 400, since: 400, checked_at: 460, downtimes: [{ from: 400 }] },
      soon: false,
      transition: { is_up: false, from: 400 },
    });
  });
});

describe("a website that fails from here and answers elsewhere", () => {
  const failing = { finding: "down", minutes, isUpElsewhere: true } as const;

  test("is up, without a soon, a transition or a since", () => {
    const { memory } = play([400, false]);
    expect(stateAfterProbe(memory, { ...failing, at: 460 })).toEqual({
      memory: { state: "up", first_checked_at: 400, checked_at: 460, downtimes: [], down: {} },
      soon: false,
    });
  });

  test("stays suspect before a minute is over", () => {
    const { memory } = play([400, false]);
    const { memory: after, soon } = stateAfterProbe(memory, { ...failing, at: 459 });
    expect({ state: after.state, since: after.since, soon }).toEqual({
      state: "suspect",
      since: 400,
      soon: true,
    });
  });

  test("stays down once it is: from there on two good rounds from here count", () => {
    const { memory } = play([400, false], [460, false]);
    const { memory: after, transition } = stateAfterProbe(memory, { ...failing, at: 760 });
    expect({ state: after.state, since: after.since, transition }).toEqual({
      state: "down",
      since: 400,
    });
  });

  test("is down since its next failure, not since one that no other region saw", () => {
    const { memory } = stateAfterProbe(play([400, false]).memory, { ...failing, at: 460 });
    const again = stateAfterProbe(memory, { finding: "down", minutes, at: 760 });
    expect(again).toMatchObject({ memory: { state: "suspect", since: 760 }, soon: true });
    const { transition } = stateAfterProbe(again.memory, { finding: "down", minutes, at: 820 });
    expect(transition).toEqual({ is_up: false, from: 760 });
  });
});

describe("a website that is down", () => {
  const down: [number, boolean][] = [
    [400, false],
    [460, false],
  ];

  test("says so once only", () => {
    expect(play(...down, [760, false]).transition).toBeUndefined();
  });

  test("needs a second good check to come back", () => {
    const { memory, soon, transition } = play(...down, [760, true]);
    expect({ state: memory.state, soon, transition }).toEqual({ state: "recovering", soon: true });
  });

  test("comes back with its second good check, since the first one", () => {
    const up = { state: "up", first_checked_at: 400, down: { 0: 360 } };
    expect(play(...down, [760, true], [820, true])).toEqual({
      memory: { ...up, checked_at: 820, downtimes: [{ from: 400, to: 760 }] },
      soon: false,
      transition: { is_up: true, from: 400, to: 760, duration: 360, unobserved: 0 },
    });
  });

  test("stays down when the second check fails again, and is probed again soon", () => {
    for (const second of [790, 820]) {
      const { memory, soon, transition } = play(...down, [760, true], [second, false]);
      expect(memory).toMatchObject({ state: "down", downtimes: [{ from: 400 }] });
      expect({ soon, transition }).toEqual({ soon: true });
    }
  });

  test("is remembered for eight days after it came back, a day more than the uptime counts", () => {
    const at = 760 + 8 * 24 * 3600;
    const downAgain = (later: number) =>
      play(...down, [760, true], [820, true], [later - 60, false], [later, false]).memory.downtimes;
    expect(downAgain(at - 1)).toEqual([{ from: 400, to: 760 }, { from: at - 61 }]);
    expect(downAgain(at)).toEqual([{ from: at - 60 }]);
  });

  test("remembers a bounded number of downtimes, those of the last days", () => {
    const rounds = Array.from({ length: 300 }, (_, n): [number, boolean][] => [
      [n * 1000, false],
      [n * 1000 + 60, false],
      [n * 1000 + 120, true],
      [n * 1000 + 180, true],
    ]).flat();
    expect(play(...rounds).memory.downtimes).toHaveLength(200);
    const later = 300_000 + 9 * 24 * 3600;
    const { memory } = play(...rounds, [later, false], [later + 60, false]);
    expect(memory.downtimes).toEqual([{ from: later }]);
  });
});

describe("a maintenance window between two probes, however short,", () => {
  /** As `play`, every 5 minutes, with a window that lies between these times. */
  function playAround(window: Period, ...rounds: [at: number, answered: boolean][]): Step {
    let step: Step = { memory: START, soon: false };
    for (const [at, answered] of rounds) {
      const finding = answered ? "up" : "down";
      step = stateAfterProbe(step.memory, { finding, at, minutes: 5, announced: [window] });
    }
    return step;
  }

  test("ends a suspicion: the next failure is a first one, and has to be confirmed", () => {
    const window = { from: 410, to: 450 };
    const rounds: [number, boolean][] = [
      [400, false],
      [460, false],
    ];
    expect(playAround(window, ...rounds)).toMatchObject({
      memory: { state: "suspect", since: 460, downtimes: [], gaps: [{ from: 400, to: 460 }] },
      soon: true,
    });
    expect(playAround(window, ...rounds, [520, false]).transition).toEqual({
      is_up: false,
      from: 460,
    });
  });

  test("counts neither as up nor as down", () => {
    const window = { from: 600, to: 640 };
    const down: [number, boolean][] = [
      [400, false],
      [460, false],
    ];
    const still = playAround(window, ...down, [760, false], [820, false]);
    expect(still.memory).toMatchObject({
      state: "down",
      down_since: 400,
      downtimes: [{ from: 400, to: 460 }, { from: 760 }],
    });
    const back = playAround(window, ...down, [760, true], [820, true]);
    expect(back.transition).toEqual({
      is_up: true,
      ...{ from: 400, to: 760, duration: 60, unobserved: 300 },
    });
  });

  test("that was over at the probe before, or begins after this one, does not matter", () => {
    for (const window of [
      { from: 300, to: 400 },
      { from: 460, to: 500 },
    ]) {
      const { transition } = playAround(window, [400, false], [460, false]);
      expect(transition).toEqual({ is_up: false, from: 400 });
    }
  });
});
