import { expect, test } from "vitest";
import { planAlert } from "../../../shared/alerts/planAlert.ts";
import { timestamp } from "../../../shared/platform/time.ts";

const at = (time: string) => `${time}:00+00:00`;

/** When a downtime that was noticed at a time in UTC is told, minute by minute as the plan says. */
function toldAt(noticed: string, timezone: string, [from, to]: [string, string]): string {
  const downtime = { confirmed_at: at(noticed) };
  const rules = { delay_minutes: 1, quiet_hours: { from, to }, timezone };
  let now = Date.parse(at(noticed));
  for (let turn = 0; turn < 4; turn += 1) {
    const { begun, next } = planAlert([downtime], rules, now);
    if (begun.length > 0) return timestamp(new Date(now)).slice(0, 16);
    now = next;
  }
  return "never";
}

const BERLIN = "Europe/Berlin";

test.each<[noticed: string, timezone: string, hours: [string, string], due: string]>([
  ["2026-01-15T19:59", "UTC", ["22:00", "06:00"], "2026-01-15T20:01"],
  ["2026-01-15T23:30", "UTC", ["22:00", "06:00"], "2026-01-16T06:00"],
  // Within a day.
  ["2026-01-15T12:30", "UTC", ["12:00", "13:30"], "2026-01-15T13:30"],
  // To midnight, and all day but a minute.
  ["2026-01-15T22:30", "UTC", ["22:00", "00:00"], "2026-01-16T00:00"],
  ["2026-01-15T22:30", "UTC", ["06:01", "06:00"], "2026-01-16T06:00"],
  // The wall clock of the time zone, which may be half an hour off.
  ["2026-01-15T21:30", BERLIN, ["22:00", "06:00"], "2026-01-16T05:00"],
  ["2026-01-15T17:30", "Asia/Kolkata", ["22:00", "06:00"], "2026-01-16T00:30"],
  // The night in which the clocks go forward, also over the end, and back, so that the end comes twice.
  ["2026-03-28T23:00", BERLIN, ["22:00", "06:00"], "2026-03-29T04:00"],
  ["2026-03-28T23:00", BERLIN, ["22:00", "02:30"], "2026-03-29T01:00"],
  ["2026-10-24T23:00", BERLIN, ["22:00", "02:30"], "2026-10-25T00:30"],
  ["2026-10-25T00:59", BERLIN, ["22:00", "02:30"], "2026-10-25T01:30"],
])("what is noticed at %s in %s with %j is told at %s", (noticed, timezone, hours, due) => {
  expect(toldAt(noticed, timezone, hours)).toBe(due);
});
