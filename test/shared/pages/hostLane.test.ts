import { describe, expect, it } from "vitest";
import { HostLane } from "../../../shared/pages/hostLane.ts";
import { JumpingClock } from "./jumpingClock.ts";

describe("the lane to a host", () => {
  it("keeps starts 250 ms apart, however many want through at once", async () => {
    const clock = new JumpingClock();
    const lane = new HostLane(250, clock);
    const starts = await Promise.all(
      Array.from({ length: 6 }, () => lane.enter(10_000, async () => clock.time)),
    );
    expect(starts).toEqual([0, 250, 500, 750, 1000, 1250]);
  });

  it("lets two through at once, and the next when one of them is done", async () => {
    const lane = new HostLane(0, new JumpingClock());
    const inside: (() => void)[] = [];
    const all = Array.from({ length: 5 }, () =>
      lane.enter(1, () => new Promise<void>((resolve) => inside.push(resolve))),
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
    const lane = new HostLane(250, clock);
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => lane.enter(300, async () => clock.time)),
    );
    expect(starts).toEqual([0, 250, undefined, undefined, undefined]);
    expect(await lane.enter(10_000, async () => "in")).toBe("in");
  });
});
