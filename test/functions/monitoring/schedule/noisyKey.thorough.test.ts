import { expect, test } from "vitest";
import { runChild } from "../../../bench/children.ts";
import type { Simulated } from "../../../bench/scale/simulate.ts";

const SIMULATION = new URL("../../../bench/scale/simulate.ts", import.meta.url);

test("websites of one key that never answer delay no check of another by more than an interval", async () => {
  // Two workers of 40 websites: those 800 keep them busy for 170 of 300 seconds, 17 at a time.
  const size = { batch: 4, atOnce: 2 };
  const input = { websites: 1600, noisy: 800, warmUp: 1, minutes: 5, size };
  const { othersWait, uptime, lateness } = await runChild<Simulated>(SIMULATION, input);
  expect(uptime.mostAtOnce).toBe(2);
  expect(uptime.seconds).toBeGreaterThan(300);
  // Of plans of a minute, too.
  expect(othersWait.max).toBeLessThan(60);
  expect(lateness.max).toBeLessThan(60);
});
