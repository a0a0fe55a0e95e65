import { expect, test } from "vitest";
import { PRICES } from "../prices.ts";
import { billOf } from "./bill.ts";
import type { Measured, Units } from "./measured.ts";

const ONE: Units = { readUnits: 1, writeUnits: 1 };
const units: Measured["units"] = {
  ...{ tick: ONE, dueCheck: ONE, probe: ONE, dayOfFigures: ONE, hourOfList: ONE, dayOfList: ONE },
  ...{ failing: ONE, separateCheck: ONE },
  ...{ transition: ONE, firstAudit: ONE, audit: ONE, auditWithNews: ONE, delivery: ONE },
  ...{ deletion: ONE, look: ONE },
};
const measured: Measured = {
  units,
  logBytes: { round: 1, audit: 1 },
  itemBytes: { day: 1, feedItem: 1, delivery: 1, findings: 1 },
};
const parts = {
  ...{ alarmMetrics: 1, dashboards: 1, secrets: 1 },
  ...{ healthChecks: 1, polledQueues: 1, queriedMetrics: 1 },
};

/** USD of the table for separate checks. */
const separate = (given: Measured) =>
  billOf(1_000_000, given, parts).find(
    (line) => line.name === "separate checks" && line.service === "DynamoDB",
  )?.usd ?? 0;

test("a website that is down is checked separately each interval, and that is on the bill", () => {
  const separateCheck = { readUnits: 1, writeUnits: 4 };
  const dearer = separate({ ...measured, units: { ...units, separateCheck } });
  // One website in a hundred, 8,640 times a month, and three write units more each time.
  const least = 10_000 * 8640 * 3 * PRICES.writeUnit;
  expect(dearer - separate(measured)).toBeGreaterThan(least);
});

test.each(Object.keys(units))(
  "there is no bill if the part %s did nothing when it was measured",
  (name) => {
    const nothing = { readUnits: 0, writeUnits: 0 };
    const idle = { ...measured, units: { ...units, [name]: nothing } };
    expect(() => billOf(100, idle, parts)).toThrow(`${name} took nothing of the table`);
  },
);
