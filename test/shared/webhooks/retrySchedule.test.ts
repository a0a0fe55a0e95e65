import { expect, it } from "vitest";
import { DELAYS_SECONDS, retryDelay } from "../../../shared/webhooks/retrySchedule.ts";

it("tries ten times, over three days", () => {
  const tries = DELAYS_SECONDS.length + 1;
  const delays = Array.from({ length: tries }, (_, index) => retryDelay(index + 1, () => 0));
  const hours = (count: number) => count * 3600;
  expect(delays).toEqual([
    5,
    300,
    1800,
    hours(2),
    hours(5),
    hours(10),
    hours(14),
    hours(20),
    hours(24),
    undefined,
  ]);
});

it("comes up to a tenth late, never early", () => {
  expect(retryDelay(2, () => 1)).toBe(330);
});
