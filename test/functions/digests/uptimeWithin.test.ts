import { describe, expect, test } from "vitest";
import { periodOf, presentPeriod } from "../../../functions/digests/period.ts";
import { figuresWithin } from "../../../functions/digests/uptimeWithin.ts";
import type { UptimeMemory } from "../../../shared/entities/check.ts";
import { ValidationFailed } from "../../../shared/errors.ts";

const at = (time: string) => Date.parse(time) / 1000;
const NOW = "2026-11-22T14:00:00Z";

describe("a period", () => {
  const periodFor = (asked: { from?: string; to?: string; timezone?: string }) =>
    presentPeriod(periodOf({ timezone: "UTC", ...asked }, Date.parse(NOW)));

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
  const now = at(NOW);
  const hour = (time: string) => String(at(time) / 3600);
  const memory: UptimeMemory = {
    ...{ state: "up", downtimes: [], first_checked_at: at("2026-01-01T00:00:00Z") },
    checked_at: now - 60,
    down: { [hour("2026-11-16T22:00:00Z")]: 600, [hour("2026-11-16T23:00:00Z")]: 300 },
    unseen: { [hour("2026-11-17T05:00:00Z")]: 1200 },
  };
  const figures = (from: string, to: string, more: object = {}) =>
    figuresWithin(
      { from: at(from), to: at(to) },
      { memory, days: [], downtimes: [], ...more },
      now,
    );

  test("of the last days are known by the hour", () => {
    expect(figures("2026-11-16T23:00:00Z", "2026-11-17T23:00:00Z")).toEqual({
      observed: 86_400 - 1200,
      down: 300,
    });
    expect(figures("2026-11-16T22:00:00Z", "2026-11-16T23:00:00Z")).toEqual({
      ...{ observed: 3600, down: 600 },
    });
  });

  test("end with the last probe, and begin with the first", () => {
    expect(figures("2026-11-22T13:00:00Z", "2026-11-23T00:00:00Z").observed).toBe(3600 - 60);
    const young = { ...memory, first_checked_at: at("2026-11-22T13:00:00Z") };
    expect(figures("2026-11-01T00:00:00Z", NOW, { memory: young }).observed).toBe(3600 - 60);
    const none = { state: "up", downtimes: [] };
    expect(figures("2026-11-01T00:00:00Z", NOW, { memory: none })).toEqual({
      observed: 0,
      down: 0,
    });
  });

  test("include the time until the first round of a bucket, as far as it has passed", () => {
    const observed = (observed_until: number) =>
      figures("2026-11-22T13:00:00Z", "2026-11-23T00:00:00Z", {
        memory: { ...memory, observed_until },
      }).observed;
    expect([now - 90, now - 20, now + 200].map(observed)).toEqual([3540, 3580, 3600]);
  });

  test("of older days count whole days, and of a divided one its downtimes and its share", () => {
    const record = (day: string, down: number) => ({ day, observed: 86_400, down });
    const days = [record("2026-11-08", 1000), record("2026-11-09", 50)];
    const downtime = { from: at("2026-11-08T23:30:00Z"), to: at("2026-11-08T23:40:00Z") };
    const more = { days, downtimes: [downtime] };
    expect(figures("2026-11-08T00:00:00Z", "2026-11-10T00:00:00Z", more)).toEqual({
      ...{ observed: 2 * 86_400, down: 1050 },
    });
    // The downtime, and one 24th of the 400 seconds that no downtime explains.
    expect(figures("2026-11-08T23:00:00Z", "2026-11-10T00:00:00Z", more)).toEqual({
      ...{ observed: 86_400 + 3600, down: 600 + 17 + 50 },
    });
    expect(figures("2026-11-08T00:00:00Z", "2026-11-08T23:00:00Z", more)).toEqual({
      ...{ observed: 23 * 3600, down: 383 },
    });
  });
});
