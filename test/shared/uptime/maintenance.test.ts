import { expect, test } from "vitest";
import { endOfMaintenance, isUnderWay } from "../../../shared/uptime/maintenanceWindows.ts";

const time = (minute: string) => `2026-11-20T12:${minute}:00+00:00`;
const at = (minute: string, seconds = "00") => new Date(`2026-11-20T12:${minute}:${seconds}Z`);

/** A window within the hour after noon. */
const window = (from: string, to: string) => ({
  ...{ uuid: `${from} to ${to}`, created_at: time("00") },
  ...{ starts_at: time(from), ends_at: time(to) },
});

test("a window is under way from its first second until the one in which it ends", () => {
  const seconds = [at("09", "59"), at("10"), at("19", "59"), at("20")];
  const states = seconds.map((second) => isUnderWay(window("10", "20"), second));
  expect(states).toEqual([false, true, true, false]);
});

test("maintenance ends with the last of the windows that are under way", () => {
  const windows = [window("05", "40"), window("10", "20"), window("30", "50")];
  expect(endOfMaintenance(windows, at("15"))).toBe(time("40"));
  expect(endOfMaintenance(windows.toReversed(), at("15"))).toBe(time("40"));
  expect(endOfMaintenance(windows, at("45"))).toBe(time("50"));
  expect(endOfMaintenance(windows, at("55"))).toBeUndefined();
});
