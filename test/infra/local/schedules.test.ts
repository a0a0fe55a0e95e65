import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startSchedules } from "../../../infra/local/schedules.ts";
import { report } from "./support.ts";

const MINUTE_MS = 60_000;
const SCHEDULE = { functionName: "schedule", input: { a: 1 } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a schedule calls its function at the start, and then each time, until it is stopped", async () => {
  // On AWS, too, a call does not wait for the end of the one before.
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const invoke = vi.fn(() => gate);
  const stop = startSchedules({ schedules: [SCHEDULE], invoke, report });
  expect(invoke).toHaveBeenCalledExactlyOnceWith("schedule", { a: 1 });
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(invoke).toHaveBeenCalledTimes(3);
  const stopping = stop();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(invoke).toHaveBeenCalledTimes(3);
  open();
  await stopping;
});
