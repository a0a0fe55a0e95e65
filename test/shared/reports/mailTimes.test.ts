import { expect, test } from "vitest";
import {
  nextReportDue,
  periodToReport,
  reportOccasion,
} from "../../../shared/reports/mailTimes.ts";

const uuid = "019a0000-0000-7000-8000-000000000000";
const at = (time: string) => Date.parse(time);

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
