import { describe, expect, it } from "vitest";
import { HostLimiter } from "../../../shared/pages/hostLimiter.ts";
import { JumpingClock } from "./jumpingClock.ts";

describe("the limiter to a host", () => {
  it("keeps starts 250 ms apart, however many want through at once", async () => {
    const clock = new JumpingClock();
    const limiter = new HostLimiter(250, clock);
    const starts = await Promise.all(
      Array.from({ length: 6 }, () => limiter.enter(10_000, async () => clock.time)),
    );
    expect(starts).toEqual([0, 250, 500, 750, 1000, 1250]);
  });

  it("lets two through at once, and the next when one of them is done", async () => {
    const limiter = new HostLimiter(0, new JumpingClock());
    const inside: (() => void)[] = [];
    const all = Array.from({ length: 5 }, () =>
      limiter.enter(1, () => new Promise<void>((resolve) => inside.push(resolve))),
    );
    const seen: number[] = [];
    while (seen.length < 5) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(inside.length);
      inside[seen.length - 1]?.();
    }
    await Promise.all(all);
    expect(seen).toEqual([2, 3, 4, 5, 5]);
  });

  it("lets nobody through after the deadline, and frees the places of those who gave up", async () => {
    const clock = new JumpingClock();
    const limiter = new HostLimiter(250, clock);
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => limiter.enter(300, async () => clock.time)),
    );
    expect(starts).toEqual([0, 250, undefined, undefined, undefined]);
    expect(await limiter.enter(10_000, async () => "in")).toBe("in");
  });
});
