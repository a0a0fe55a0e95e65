import { describe, expect, it } from "vitest";
import { HostLimiter } from "../../../../functions/audit/pages/hostLimiter.ts";
import { JumpingClock } from "./jumpingClock.ts";

describe("the per-host limiter", () => {
  it("keeps starts 250 ms apart, however many tasks are given at once", async () => {
    const clock = new JumpingClock();
    const limiter = new HostLimiter(250, clock);
    const starts = await Promise.all(
      Array.from({ length: 6 }, () => limiter.run(10_000, async () => clock.time)),
    );
    expect(starts).toEqual([0, 250, 500, 750, 1000, 1250]);
  });

  it("runs two tasks at once, and the next when one of them is done", async () => {
    const limiter = new HostLimiter(0, new JumpingClock());
    const running: (() => void)[] = [];
    const all = Array.from({ length: 5 }, () =>
      limiter.run(1, () => new Promise<void>((resolve) => running.push(resolve))),
    );
    const seen: number[] = [];
    while (seen.length < 5) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(running.length);
      running[seen.length - 1]?.();
    }
    await Promise.all(all);
    expect(seen).toEqual([2, 3, 4, 5, 5]);
  });

  it("starts nothing after the deadline, and frees the places of tasks that were given up", async () => {
    const clock = new JumpingClock();
    const limiter = new HostLimiter(250, clock);
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => limiter.run(300, async () => clock.time)),
    );
    expect(starts).toEqual([0, 250, undefined, undefined, undefined]);
    expect(await limiter.run(10_000, async () => "in")).toBe("in");
  });
});
