import { describe, expect, test } from "vitest";
import type { Period, UptimeState } from "../../../shared/entities/monitor.ts";
import { nextState, type Verdict } from "../../../shared/uptime/states.ts";

const UP: UptimeState = { state: "up" };
const NEW: UptimeState = { state: "new", is_undecided: true };

type Probe = [at: number, verdict: Verdict];

/** What a website goes through: its states, and the transitions with the time at which each was known. */
function follow(probes: Probe[], { start = UP, windows = [] as Period[], minutes = 5 } = {}) {
  let uptime = start;
  const states: string[] = [];
  const transitions: unknown[] = [];
  for (const [at, verdict] of probes) {
    const step = nextState(uptime, { verdict, at, minutes, windows });
    uptime = step.uptime;
    states.push(step.soon ? `${uptime.state}!` : uptime.state);
    if (step.transition) transitions.push({ at, ...step.transition });
  }
  return { states, transitions, uptime };
}

const down = (at: number, from: number) => ({ at, is_up: false, from });
const back = (at: number, from: number, to: number, unobserved = 0) => ({
  ...{ at, is_up: true, from, to, duration: to - from - unobserved, unobserved },
});

/** `!`: a probe in a minute is to confirm it. */
test.each<[string, Probe[], string[], unknown[]]>([
  [
    "stays up while it answers",
    [
      [0, "up"],
      [300, "up"],
    ],
    ["up", "up"],
    [],
  ],
  ["is only suspected after a failure", [[0, "down"]], ["suspect!"], []],
  [
    "is up again if the next probe is good",
    [
      [0, "down"],
      [60, "up"],
    ],
    ["suspect!", "up"],
    [],
  ],
  [
    "is not down if the second failure comes within a minute, and is if the third does not",
    [
      [0, "down"],
      [59, "down"],
      [60, "down"],
    ],
    ["suspect!", "suspect!", "down"],
    [down(60, 0)],
  ],
  [
    "is down since its first failure, and reported once",
    [
      [0, "down"],
      [300, "down"],
      [600, "down"],
    ],
    ["suspect!", "down", "down"],
    [down(300, 0)],
  ],
  [
    "is up since the first of two answers at least a minute apart",
    [
      [0, "down"],
      [60, "down"],
      [300, "up"],
      [310, "up"],
      [361, "up"],
    ],
    ["suspect!", "down", "recovering!", "recovering!", "up"],
    [down(60, 0), back(361, 0, 300)],
  ],
  [
    "stays down if it fails after an answer",
    [
      [0, "down"],
      [60, "down"],
      [300, "up"],
      [361, "down"],
      [600, "up"],
      [661, "up"],
    ],
    ["suspect!", "down", "recovering!", "down", "recovering!", "up"],
    [down(60, 0), back(661, 0, 600)],
  ],
  [
    "is up if it answers another region when it would be down, and its next failure is a first one",
    [
      [0, "down"],
      [60, "elsewhere"],
      [300, "down"],
      [360, "down"],
    ],
    ["suspect!", "up", "suspect!", "down"],
    [down(360, 300)],
  ],
  [
    "stays down whatever other regions find",
    [
      [0, "down"],
      [60, "down"],
      [300, "elsewhere"],
    ],
    ["suspect!", "down", "down"],
    [down(60, 0)],
  ],
  [
    "is not down by failures with a gap in between",
    [
      [0, "down"],
      [481, "down"],
      [541, "down"],
    ],
    ["suspect!", "suspect!", "down"],
    [down(541, 481)],
  ],
  [
    "was not seen down in a gap",
    [
      [0, "down"],
      [60, "down"],
      [4000, "up"],
      [4060, "up"],
    ],
    ["suspect!", "down", "recovering!", "up"],
    [down(60, 0), back(4060, 0, 4000, 3940)],
  ],
  [
    "is unknown, not down, if it can't be reached from here",
    [
      [0, "down"],
      [60, "unknown"],
      [360, "down"],
    ],
    ["suspect!", "unknown", "suspect!"],
    [],
  ],
  [
    "was down until it was last seen if it can't be reached from here any more",
    [
      [0, "down"],
      [60, "down"],
      [300, "unknown"],
      [361, "unknown"],
    ],
    ["suspect!", "down", "recovering!", "unknown"],
    [down(60, 0), back(361, 0, 60, 0)],
  ],
])("a website %s", (_, probes, states, transitions) => {
  const seen = follow(probes);
  expect(seen.states).toEqual(states);
  expect(seen.transitions).toEqual(transitions);
});

describe("maintenance", () => {
  const windows = [{ from: 30, to: 90 }];

  test("in between makes a failure the first one again", () => {
    const probes: Probe[] = [
      [0, "down"],
      [100, "down"],
      [160, "down"],
    ];
    expect(follow(probes, { windows })).toMatchObject({
      states: ["suspect!", "suspect!", "down"],
      transitions: [down(160, 100)],
    });
  });

  test("that was over, or begins later, does not matter", () => {
    const others = [
      { from: -20, to: -10 },
      { from: 60, to: 600 },
    ];
    expect(
      follow(
        [
          [0, "down"],
          [60, "down"],
        ],
        { windows: others },
      ).transitions,
    ).toHaveLength(1);
  });

  test("leaves every state as it is", () => {
    for (const start of [
      UP,
      NEW,
      { state: "suspect", since: 0 },
      { state: "down", down_since: 0 },
    ]) {
      const { uptime, states } = follow([[60, "announced"]], {
        start: start as UptimeState,
        windows,
      });
      expect([uptime.state, states]).toEqual([start.state, [start.state]]);
    }
  });

  test("in a downtime counts for nothing, to the second", () => {
    const later = [{ from: 400, to: 550 }];
    const probes: Probe[] = [
      [0, "down"],
      [60, "down"],
      [360, "down"],
      [500, "announced"],
      [660, "up"],
      [721, "up"],
    ];
    expect(follow(probes, { windows: later }).transitions[1]).toMatchObject({
      ...{ from: 0, to: 660, duration: 510, unobserved: 150 },
    });
  });
});

describe("a clock that goes back", () => {
  test.each([30, 5000])(
    "by %i s makes no downtime end before it began, and confirms by itself",
    (jump) => {
      const probes: Probe[] = [
        [0, "down"],
        [-jump, "down"],
        [60 - jump, "down"],
        [1 - jump, "up"],
        [70 - jump, "up"],
      ];
      const { transitions } = follow(probes);
      expect(transitions).toMatchObject([
        { is_up: false, from: -jump },
        { is_up: true, from: -jump },
      ]);
      const [, ended] = transitions as [
        unknown,
        { to: number; duration: number; unobserved: number },
      ];
      expect(ended.to).toBeGreaterThanOrEqual(-jump);
      expect([ended.duration, ended.unobserved].every((seconds) => seconds >= 0)).toBe(true);
    },
  );
});

test("a new website is undecided until it answers or is down", () => {
  const undecided = (probes: Probe[]) => follow(probes, { start: NEW }).uptime.is_undecided;
  expect(undecided([[0, "up"]])).toBeUndefined();
  expect(undecided([[0, "down"]])).toBe(true);
  expect(undecided([[0, "announced"]])).toBe(true);
  expect(
    undecided([
      [0, "down"],
      [60, "down"],
    ]),
  ).toBeUndefined();
  expect(undecided([[0, "unknown"]])).toBeUndefined();
});
