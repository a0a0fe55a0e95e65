import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startSchedules } from "../../../infra/local/schedules.ts";
import { report } from "./support.ts";

const MINUTE_MS = 60_000;
const SCHEDULE = { functionName: "schedule", input: { a: 1 } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a schedule", () => {
  test("calls its function at the start, and then each time", async () => {
    const invoke = vi.fn(async () => {});
    const stop = startSchedules({ schedules: [SCHEDULE], invoke, report });
    expect(invoke).toHaveBeenCalledExactlyOnceWith("schedule", { a: 1 });
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(invoke).toHaveBeenCalledTimes(3);
    await stop();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(invoke).toHaveBeenCalledTimes(3);
  });

  test("calls it also while the call before is still under way, as on AWS", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const invoke = vi.fn(() => gate);
    const stop = startSchedules({ schedules: [SCHEDULE], invoke, report });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(invoke).toHaveBeenCalledTimes(2);
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect({ stopped, calls: invoke.mock.calls.length }).toEqual({ stopped: false, calls: 2 });
    open();
    await stopping;
  });
});
