import { expect, test } from "vitest";
import { judgeStability } from "../../../shared/uptime/stability.ts";

const AT = 1_763_640_000;

/** The stability after a probe now, with bad probes some minutes ago. */
function judge(
  ago: number[],
  more: { unstable_since?: number; isBad?: boolean; minutes?: number },
) {
  const { unstable_since, isBad = true, minutes = 5 } = more;
  const bad = ago.map((each) => AT - each * 60);
  return judgeStability({ bad, unstable_since }, { at: AT, minutes, isUp: true, isBad }).change;
}

test.each<[ago: number[], minutes: number, failures: number | undefined]>([
  [[20], 5, undefined],
  [[20, 40], 5, 3],
  [[20, 60], 5, undefined],
  [[20, 40], 1, undefined],
  [[600], 120, 2],
  [[720], 120, undefined],
])("bad probes %j minutes ago and now, of an interval of %i minutes", (ago, minutes, failures) => {
  const expected = failures && { is_stable: false, since: AT, failures };
  expect(judge(ago, { minutes })).toEqual(expected);
});

test("an unstable website is stable after an hour with less than a tenth of bad probes", () => {
  const [unstable_since, isBad] = [AT - 3600, false];
  expect(judge([], { unstable_since, isBad })).toEqual({
    ...{ is_stable: true, since: unstable_since, failures: 0 },
  });
  expect(judge([20], { unstable_since, isBad })).toMatchObject({ failures: 1 });
  expect(judge([20, 40], { unstable_since, isBad })).toBeUndefined();
  expect(judge([], { unstable_since: unstable_since + 1, isBad })).toBeUndefined();
});
