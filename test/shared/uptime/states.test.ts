import { expect, test } from "vitest";
import type { Period, UptimeState } from "../../../shared/entities/monitor.ts";
import { nextState, type Verdict } from "../../../shared/uptime/states.ts";

const UP: UptimeState = { state: "up" };
const NEW: UptimeState = { state: "new", is_undecided: true };

/**
 * What a website goes through that is probed every five minutes: its states, and the transitions with the time at which
 * each was known. `0 down, 60 up` are two probes, by their seconds. `!`: a probe in a minute is to confirm it.
 */
function follow(probes: string, { start = UP, windows = [] as Period[] } = {}) {
  let uptime = start;
  const states: string[] = [];
  const transitions: unknown[] = [];
  for (const probe of probes.split(", ")) {
    const [seconds, verdict] = probe.split(" ");
    const at = Number(seconds);
    const step = nextState(uptime, { verdict: verdict as Verdict, at, minutes: 5, windows });
    uptime = step.uptime;
    states.push(step.soon ? `${uptime.state}!` : uptime.state);
    if (step.transition) transitions.push({ at, ...step.transition });
  }
  return { states: states.join(" "), transitions, uptime };
}

const down = (at: number, from: number) => ({ at, is_up: false, from });
const back = (at: number, from: number, to: number, unobserved = 0) => ({
  ...{ at, is_up: true, from, to, duration: to - from - unobserved, unobserved },
});

const AROUND = [
  { from: -20, to: -10 },
  { from: 60, to: 600 },
];

test.each<[fact: string, probes: string, states: string, transitions: unknown[], Period[]?]>([
  ["stays up while it answers", "0 up, 300 up", "up up", []],
  ["is only suspected after a failure", "0 down", "suspect!", []],
  ["is up again if the next probe is good", "0 down, 60 up", "suspect! up", []],
  [
    "is not down if the second failure comes within a minute, and is if the third does not",
    "0 down, 59 down, 60 down",
    "suspect! suspect! down",
    [down(60, 0)],
  ],
  [
    "is down since its first failure, and reported once",
    "0 down, 300 down, 600 down",
    "suspect! down down",
    [down(300, 0)],
  ],
  [
    "is up since the first of two answers at least a minute apart",
    "0 down, 60 down, 300 up, 310 up, 361 up",
    "suspect! down recovering! recovering! up",
    [down(60, 0), back(361, 0, 300)],
  ],
  [
    "stays down if it fails after an answer",
    "0 down, 60 down, 300 up, 361 down, 600 up, 661 up",
    "suspect! down recovering! down recovering! up",
    [down(60, 0), back(661, 0, 600)],
  ],
  [
    "is up if it answers another region when it would be down, and its next failure is a first one",
    "0 down, 60 elsewhere, 300 down, 360 down",
    "suspect! up suspect! down",
    [down(360, 300)],
  ],
  [
    "stays down whatever other regions find",
    "0 down, 60 down, 300 elsewhere",
    "suspect! down down",
    [down(60, 0)],
  ],
  [
    "is not down by failures with a gap in between",
    "0 down, 481 down, 541 down",
    "suspect! suspect! down",
    [down(541, 481)],
  ],
  [
    "was not seen down in a gap",
    "0 down, 60 down, 4000 up, 4060 up",
    "suspect! down recovering! up",
    [down(60, 0), back(4060, 0, 4000, 3940)],
  ],
  [
    "is unknown, not down, if it can't be reached from here",
    "0 down, 60 unknown, 360 down",
    "suspect! unknown suspect!",
    [],
  ],
  [
    "was down until it was last seen if it can't be reached from here any more",
    "0 down, 60 down, 300 unknown, 361 unknown",
    "suspect! down recovering! unknown",
    [down(60, 0), back(361, 0, 60)],
  ],
  [
    "begins to fail anew after maintenance",
    "0 down, 100 down, 160 down",
    "suspect! suspect! down",
    [down(160, 100)],
    [{ from: 30, to: 90 }],
  ],
  [
    "is down whatever maintenance is over, or begins later",
    "0 down, 60 down",
    "suspect! down",
    [down(60, 0)],
    AROUND,
  ],
  [
    "was not seen down in maintenance, to the second",
    "0 down, 60 down, 360 down, 500 announced, 660 up, 721 up",
    "suspect! down down down recovering! up",
    [down(60, 0), back(721, 0, 660, 150)],
    [{ from: 400, to: 550 }],
  ],
])("a website %s", (_, probes, states, transitions, windows = []) => {
  expect(follow(probes, { windows })).toMatchObject({ states, transitions });
});

test.each<UptimeState>([UP, NEW, { state: "suspect", since: 0 }, { state: "down", down_since: 0 }])(
  "a failure in maintenance leaves $state as it is",
  (start) => {
    expect(follow("60 announced", { start }).states).toBe(start.state);
  },
);

test.each([30, 5000])("a clock that goes back by %i s confirms by itself", (jump) => {
  const seconds = [0, -jump, 60 - jump, 1 - jump, 70 - jump];
  const states = ["down", "down", "down", "up", "up"];
  const { transitions } = follow(seconds.map((at, index) => `${at} ${states[index]}`).join(", "));
  const [began, ended] = transitions as { to: number; duration: number; unobserved: number }[];
  expect(began).toMatchObject({ is_up: false, from: -jump });
  expect(ended).toMatchObject({ is_up: true, from: -jump });
  // No downtime ends before it began.
  expect(ended?.to).toBeGreaterThanOrEqual(-jump);
  expect(Math.min(ended?.duration ?? -1, ended?.unobserved ?? -1)).toBeGreaterThanOrEqual(0);
});

test.each([
  ["0 up", undefined],
  ["0 down", true],
  ["0 announced", true],
  ["0 down, 60 down", undefined],
  ["0 unknown", undefined],
])("a new website is undecided until it answers or is down: %s", (probes, is_undecided) => {
  expect(follow(probes, { start: NEW }).uptime.is_undecided).toBe(is_undecided);
});
