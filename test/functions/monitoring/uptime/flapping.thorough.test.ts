import { expect, onTestFinished, test, vi } from "vitest";
import { patterns } from "./flapping/patterns.ts";
import { play, type Told } from "./flapping/play.ts";

const FROM = Date.parse("2026-11-20T06:00:00Z");
const HOURS = 2;

/** The percentage by a website's own log: it was down from each failed probe to the next one. */
function fromLog(log: Told["log"]): number {
  let [seen, down] = [0, 0];
  for (const [index, { at, answered }] of log.entries()) {
    const next = log[index + 1];
    if (!next) break;
    seen += next.at - at;
    if (!answered) down += next.at - at;
  }
  return 100 * (1 - down / seen);
}

test("the service says of 40 websites that flap what their own logs say, but for the last interval", {
  timeout: 900_000,
}, async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: FROM });
  onTestFinished(() => void vi.useRealTimers());
  const flapping = [1, 5].flatMap((minutes) => patterns.map((pattern) => ({ pattern, minutes })));
  const setTime = (now: number) => void vi.setSystemTime(now);
  const told = await play(flapping, { from: FROM, hours: HOURS, setTime });
  expect(told).toHaveLength(40);
  for (const { pattern, minutes, percentage, log } of told) {
    const apart = Math.abs((percentage ?? Number.NaN) - fromLog(log));
    const explained = (100 * minutes) / (HOURS * 60);
    expect(apart, `${pattern.name}, each ${minutes} min`).toBeLessThanOrEqual(explained);
  }
});
