import { expect, test } from "vitest";
import {
  nextReportDue,
  periodToReport,
  reportOccasion,
} from "../../../shared/reports/mailTimes.ts";

const uuid = "019a0000-0000-7000-8000-000000000000";
const at = (time: string) => Date.parse(time);

test("a month's report is due on the first day of the next one in the user's time zone", () => {
  const next = (timezone: string | undefined, now: string) =>
    nextReportDue("monthly", { uuid, timezone }, at(now));
  expect(next(undefined, "2026-11-22T10:00:00Z")).toBe("2026-12-01T04:00:00+00:00");
  expect(next("Pacific/Kiritimati", "2026-11-22T10:00:00Z")).toBe("2026-11-30T14:00:00+00:00");
  expect(next("America/New_York", "2026-11-22T10:00:00Z")).toBe("2026-12-01T09:00:00+00:00");
  // Shortly before, at, and after the time, and over the end of a year and of daylight saving time.
  expect(next(undefined, "2026-12-01T03:59:59Z")).toBe("2026-12-01T04:00:00+00:00");
  expect(next(undefined, "2026-12-01T04:00:00Z")).toBe("2027-01-01T04:00:00+00:00");
  expect(next("Europe/Berlin", "2026-10-31T10:00:00Z")).toBe("2026-11-01T03:00:00+00:00");
  expect(next("Europe/Berlin", "2027-03-02T10:00:00Z")).toBe("2027-04-01T02:00:00+00:00");
});

test("a week's report is due on Monday", () => {
  const next = (now: string) => nextReportDue("weekly", { uuid }, at(now));
  expect(next("2026-11-22T10:00:00Z")).toBe("2026-11-23T04:00:00+00:00");
  expect(next("2026-11-23T03:00:00Z")).toBe("2026-11-23T04:00:00+00:00");
  expect(next("2026-11-23T05:00:00Z")).toBe("2026-11-30T04:00:00+00:00");
  expect(nextReportDue("none", { uuid }, 0)).toBe("9999-12-31T00:00:00+00:00");
});

test("reports of a day are spread over sixteen hours by the users' uuids", () => {
  const hours = Array.from({ length: 16 }, (_, index) => {
    const end = (index * 3600).toString(16).padStart(8, "0");
    const due = nextReportDue("weekly", { uuid: uuid.slice(0, -8) + end }, at("2026-11-22T10:00Z"));
    return new Date(due).getUTCHours();
  });
  expect([...new Set(hours)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 16 }, (_, hour) => hour + 4),
  );
});

test("a report is about the month or week that ended last in the user's time zone", () => {
  const days = (frequency: "monthly" | "weekly", timezone: string, now: string) =>
    periodToReport(frequency, timezone, at(now)).days;
  const november = { from: "2026-11-01", to: "2026-11-30" };
  expect(days("monthly", "UTC", "2026-12-01T04:00:00Z")).toEqual(november);
  expect(days("monthly", "Pacific/Kiritimati", "2026-11-30T14:00:00Z")).toEqual(november);
  expect(days("monthly", "UTC", "2027-03-15T04:00:00Z")).toEqual({
    ...{ from: "2027-02-01", to: "2027-02-28" },
  });
  expect(days("weekly", "UTC", "2027-01-04T04:00:00Z")).toEqual({
    ...{ from: "2026-12-28", to: "2027-01-03" },
  });
  expect(reportOccasion(november)).toBe("report-2026-11-01_2026-11-30");
});
