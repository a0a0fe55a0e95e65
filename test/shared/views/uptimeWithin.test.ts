import { describe, expect, test } from "vitest";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { figuresByDay } from "../../../shared/uptime/dailyFigures.ts";
import { addFigures, NO_FIGURES } from "../../../shared/uptime/figures.ts";
import { periodOf, presentPeriod } from "../../../shared/views/period.ts";
import { logProbes, storeMonitor } from "../../support/monitoring.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const at = (time: string) => Date.parse(time) / 1000;
const NOW = "2026-11-22T14:00:00Z";

describe("a period", () => {
  const periodFor = (query: { from?: string; to?: string; timezone?: string }) =>
    presentPeriod(periodOf({ timezone: "UTC", ...query }, Date.parse(NOW)));

  test("without days is the last seven that are over, in UTC", () => {
    expect(periodFor({})).toEqual({
      ...{ from: "2026-11-15", to: "2026-11-21", timezone: "UTC" },
      ...{ begins_at: "2026-11-15T00:00:00+00:00", ends_at: "2026-11-22T00:00:00+00:00" },
    });
    // It is Monday there.
    expect(periodFor({ timezone: "Pacific/Kiritimati" })).toMatchObject({
      to: "2026-11-22",
      ends_at: "2026-11-22T10:00:00+00:00",
    });
  });

  test.each([
    ["Europe/Berlin", "2026-11-16", "2026-11-15T23:00:00+00:00", "2026-11-16T23:00:00+00:00"],
    ["Asia/Kolkata", "2026-11-16", "2026-11-15T18:30:00+00:00", "2026-11-16T18:30:00+00:00"],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00+00:00", "2026-11-02T05:00:00+00:00"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00+00:00", "2026-10-25T23:00:00+00:00"],
    // Its clocks skip midnight in spring, and repeat the hour before it in autumn.
    ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00+00:00", "2026-03-29T21:00:00+00:00"],
    ["Asia/Beirut", "2026-10-25", "2026-10-24T22:00:00+00:00", "2026-10-25T22:00:00+00:00"],
  ])("in %s begins and ends at the midnights of %s", (timezone, day, begins_at, ends_at) => {
    expect(periodFor({ timezone, from: day, to: day })).toMatchObject({ begins_at, ends_at });
  });

  test("has 90 days at most, in their order", () => {
    expect(periodFor({ from: "2026-08-25", to: "2026-11-22" }).from).toBe("2026-08-25");
    for (const from of ["2026-08-24", "2026-11-23"]) {
      expect(() => periodFor({ from, to: "2026-11-22" })).toThrow(ValidationFailed);
    }
  });
});

describe("the figures of a period", () => {
  const now = Date.parse(NOW);
  const key = { reseller_uuid: newUuid(), business_uuid: newUuid(), uuid: newUuid() };
  const record = (day: string, down: number) => ({
    ...{ ...key, day, observed: 86_400, down, looks: 288, failures: 1, failed_attempts: 24 },
    ...{ times: {}, expires_epoch: 0 },
  });
  const figures = async (from: string, to: string, more: object = {}) => {
    const parts = await figuresByDay(
      { from: at(from), to: at(to) },
      { monitor: undefined, days: [], ...more },
      now,
    );
    const { looks, failed_attempts, observed, down } = parts.reduce(addFigures, NO_FIGURES);
    return { looks, failed_attempts, observed, down };
  };

  test("of a part of a recent day, and of days that are not stored yet, follow from the log", async () => {
    ownSchedule();
    const monitor = await storeMonitor(key);
    await logProbes(key.uuid, [
      [at("2026-11-21T22:58:00Z"), "up"],
      [at("2026-11-21T23:01:00Z"), "down"],
      [at("2026-11-21T23:06:00Z"), "up"],
      [at("2026-11-21T23:58:00Z"), "up"],
      [at("2026-11-22T00:03:00Z"), "up"],
    ]);
    const days = [record("2026-11-21", 1)];
    const [evening, night] = ["2026-11-21T23:00:00Z", "2026-11-22T00:00:00Z"];
    expect(await figures(evening, night, { monitor, days })).toEqual({
      looks: 3,
      failed_attempts: 1,
      observed: 60 + 300 + 120,
      down: 300,
    });
    expect(await figures(night, NOW, { monitor })).toMatchObject({ observed: 180, down: 0 });
    // A whole day counts as it is stored.
    expect(await figures("2026-11-21T00:00:00Z", night, { monitor, days })).toEqual({
      ...{ looks: 288, failed_attempts: 24, observed: 86_400, down: 1 },
    });
  });

  test("of older days count whole days, each in the period that has its noon", async () => {
    const days = [record("2026-11-08", 1000), record("2026-11-09", 50)];
    const both = { looks: 576, failed_attempts: 48, observed: 2 * 86_400, down: 1050 };
    const end = "2026-11-10T00:00:00Z";
    expect(await figures("2026-11-08T00:00:00Z", end, { days })).toEqual(both);
    expect(await figures("2026-11-08T12:00:00Z", end, { days })).toEqual(both);
    expect(await figures("2026-11-08T12:00:01Z", end, { days })).toMatchObject({ down: 50 });
    // A day of Fiji has half of each.
    const [from, to] = ["2026-11-08T12:00:00Z", "2026-11-09T12:00:00Z"];
    expect(await figures(from, to, { days })).toMatchObject({ observed: 86_400, down: 1000 });
  });
});
