import { describe, expect, test } from "vitest";
import {
  afterFailure,
  afterSuccess,
  claimed,
  dueBy,
  isBlocked,
  isGivenUp,
  type LaneOutcome,
  leftAlone,
  released,
  whileSlow,
} from "../../../functions/events/deliveries/laneRules.ts";
import { timestamp } from "../../../shared/time.ts";

const NOON = new Date("2026-11-20T12:00:00Z");
const at = (seconds: number) => timestamp(new Date(NOON.getTime() + seconds * 1000));
const webhook = { reseller_uuid: "r", uuid: "00000000-0000-7000-8000-000000000021" };
const lane = { ...webhook, shard: 1, due_at: at(100), failures: 0 };

describe("a lane that must be due by a time", () => {
  test.each([
    ["is made", undefined, 10, { ...lane, due_at: at(10) }],
    ["is due sooner", lane, 10, { ...lane, due_at: at(10) }],
    ["stays when it is due sooner already", lane, 200, lane],
    [
      "is not due while its endpoint is blocked",
      { ...lane, blocked_until: at(50) },
      10,
      { ...lane, blocked_until: at(50), due_at: at(50) },
    ],
    [
      "stays while a worker has claimed it",
      { ...lane, claimed_until: at(100) },
      10,
      { ...lane, claimed_until: at(100) },
    ],
  ])("%s", (_, before, seconds, after) => {
    expect(dueBy(webhook, at(seconds))(before)).toEqual(after);
  });
});

test("failures of first attempts count up to three, and then block for five seconds", () => {
  const one = afterFailure(webhook, NOON, 1)(undefined);
  expect(one).toEqual({ ...lane, due_at: at(5), failures: 1, failing_since: at(0) });
  expect(isBlocked(one, NOON)).toBe(false);
  const three = afterFailure(webhook, NOON, 9)(one);
  expect(three).toEqual({ ...one, failures: 3, blocked_until: at(5) });
  expect(isBlocked(three, new Date(at(60)))).toBe(true);
  expect(afterFailure(webhook, NOON, 9)({ ...lane, failures: 7 })).toMatchObject({ failures: 7 });
});

test("a success of a first attempt clears failures and makes retries due", () => {
  const failing = { ...lane, failures: 5, failing_since: at(-9), blocked_until: at(90) };
  expect(afterSuccess(NOON)(failing)).toEqual({ ...lane, due_at: at(0) });
  const inUse = { ...failing, claimed_until: at(100) };
  expect(afterSuccess(NOON)(inUse)).toEqual({ ...lane, claimed_until: at(100) });
  expect(afterSuccess(NOON)(lane)).toBe(lane);
  expect(afterSuccess(NOON)(undefined)).toBeUndefined();
});

test("an endpoint that is slow or asks for a pause is blocked until then", () => {
  expect(whileSlow(webhook, NOON)(undefined)).toEqual({
    ...lane,
    due_at: at(15),
    blocked_until: at(15),
  });
  const until = leftAlone(webhook, at(500))(lane);
  expect(until).toEqual({ ...lane, due_at: at(500), blocked_until: at(500) });
  expect(whileSlow(webhook, NOON)(until)).toEqual(until);
  expect([499, 500].map((seconds) => isBlocked(until, new Date(at(seconds))))).toEqual([
    true,
    false,
  ]);
});

describe("a worker that releases a lane", () => {
  const mine = claimed(NOON)(lane);
  const leave = (more: Partial<LaneOutcome>, changes = {}) =>
    released({ now: NOON, result: "none", ...more })(mine && { ...mine, ...changes });

  test("had claimed it for at most two minutes", () => {
    expect(mine).toEqual({ ...lane, due_at: at(120), claimed_until: at(120) });
  });

  test.each([
    [0, 5],
    [1, 5],
    [2, 30],
    [3, 60],
    [4, 120],
    [5, 300],
    [50, 300],
  ])("after %s failures and one more comes again in %s seconds", (failures, seconds) => {
    const left = leave({ result: "failure", soonest: at(0) }, { failures });
    expect(left).toMatchObject({ failures: failures + 1, due_at: at(seconds) });
    expect(left?.blocked_until).toBe(failures < 2 ? undefined : at(seconds));
    expect(left?.claimed_until).toBeUndefined();
  });

  test("makes it due for the soonest retry", () => {
    expect(leave({ result: "failure", soonest: at(9000) })).toMatchObject({ due_at: at(9000) });
    expect(leave({ result: "success", soonest: at(3) }, { failures: 4 })).toEqual({
      ...lane,
      due_at: at(3),
    });
  });

  test("makes it due when the endpoint is no longer blocked", () => {
    expect(leave({ until: at(700), soonest: at(3) })).toMatchObject({ due_at: at(700) });
    expect(leave({ soonest: at(3) }, { blocked_until: at(80) })).toMatchObject({ due_at: at(80) });
  });

  test("removes it without retries, unless the endpoint fails and may have to be disabled", () => {
    expect(leave({})).toBeUndefined();
    expect(leave({ result: "success" }, { failures: 2, failing_since: at(-50) })).toBeUndefined();
    const failing = leave({ result: "failure" }, { failures: 9, failing_since: at(-50) });
    const end = 5 * 24 * 3600 - 50;
    expect(failing).toMatchObject({ due_at: at(end), failing_since: at(-50) });
    expect([end - 1, end].map((seconds) => isGivenUp(failing, new Date(at(seconds))))).toEqual([
      false,
      true,
    ]);
  });
});
