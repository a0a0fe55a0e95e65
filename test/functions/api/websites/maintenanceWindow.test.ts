import { describe, expect, test } from "vitest";
import { newWindow, withWindow } from "../../../../functions/api/websites/maintenanceWindows.ts";
import type { WindowRecord } from "../../../../shared/entities/maintenance.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const now = new Date("2026-11-22T12:00:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);

describe("a window", () => {
  const make = (start: number | undefined, end: number) =>
    newWindow(
      { starts_at: start === undefined ? undefined : after(start), ends_at: after(end) },
      now,
    );

  test.each([
    ["now, for a second", undefined, 1000],
    ["five minutes ago", -5 * MINUTE_MS, 1000],
    ["later, for thirty days", DAY_MS, 31 * DAY_MS],
  ])("may begin %s", (_, start, end) => {
    expect(make(start, end)).toEqual({
      uuid: expect.any(String),
      starts_at: timestamp(after(start ?? 0)),
      ends_at: timestamp(after(end)),
      created_at: timestamp(now),
    });
    expect(make(start, end)).not.toHaveProperty("reason");
  });

  test.each([
    ["begin more than five minutes ago", -5 * MINUTE_MS - 1, 1000, "starts_at"],
    ["end where it begins", MINUTE_MS, MINUTE_MS, "ends_at"],
    ["end within the second that it begins in", MINUTE_MS, MINUTE_MS + 999, "ends_at"],
    ["end within this second", -MINUTE_MS, 999, "ends_at"],
    ["end now", -MINUTE_MS, 0, "ends_at"],
    ["end in the past", -2 * MINUTE_MS, -MINUTE_MS, "ends_at"],
    ["take more than thirty days", 0, 30 * DAY_MS + 1, "ends_at"],
  ])("may not %s", (_, start, end, field) => {
    const errors = { [field]: expect.anything() };
    expect(() => make(start, end)).toThrow(expect.objectContaining({ errors }));
  });
});

describe("windows", () => {
  const window = (start: number, end: number): WindowRecord => ({
    uuid: newUuid(),
    starts_at: timestamp(after(start)),
    ends_at: timestamp(after(end)),
    created_at: timestamp(now),
  });
  const added = window(DAY_MS, 2 * DAY_MS);

  test("that end now do not count among the fifty", () => {
    const ended = window(-DAY_MS, 0);
    const open = Array.from({ length: 49 }, () => window(-DAY_MS, 1000));
    expect(withWindow([ended, ...open], added, now)).toHaveLength(51);
    expect(() => withWindow([...open, window(0, 1000)], added, now)).toThrow("starts_at");
  });

  test("that have ended are kept for 400 days, and at most the last 150", () => {
    const ended = Array.from({ length: 152 }, (_, index) => {
      const end = (index - 400) * DAY_MS;
      return window(end - MINUTE_MS, end);
    });
    expect(withWindow(ended.slice(0, 3), added, now)).toEqual([...ended.slice(1, 3), added]);
    expect(withWindow(ended, added, now)).toEqual([...ended.slice(2), added]);
  });

  test("are ordered by their beginning, however they were added", () => {
    const [first, last] = [window(MINUTE_MS, 2 * DAY_MS), window(3 * DAY_MS, 4 * DAY_MS)];
    expect(withWindow([last, first], added, now)).toEqual([first, added, last]);
    expect(withWindow([first, last], added, now)).toEqual([first, added, last]);
  });

  test("that begin at the same time stay in the order of creation", () => {
    const [one, two, three] = [1, 2, 3].map((days) => window(DAY_MS, (1 + days) * DAY_MS));
    const same = [three, one, two] as WindowRecord[];
    const [early, late] = [window(0, MINUTE_MS), window(2 * DAY_MS, 3 * DAY_MS)];
    expect(withWindow([late, ...same, early], added, now)).toEqual([early, ...same, added, late]);
  });
});
