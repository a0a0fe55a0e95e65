import { beforeAll, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { serve } from "../../../support/site.ts";
import { measureDay, measureRound } from "../../../tools/bench/uptime.ts";

const WEBSITES = 100;

beforeAll(() => allowLocalAddresses());

test("a probe of a website that is up takes a tenth of a read and of a write unit at most, and a day's figures one write", async () => {
  const { url } = await serve({ "/": "<p>up</p>" });
  const urls = Array.from({ length: WEBSITES }, () => url);
  const { readUnits, writeUnits } = await measureRound(urls);
  expect(readUnits / WEBSITES).toBeLessThan(0.1);
  expect(writeUnits / WEBSITES).toBeLessThan(0.1);
  const day = await measureDay(urls);
  expect(day.readUnits / WEBSITES).toBeLessThan(2);
  expect(day.writeUnits / WEBSITES).toBeCloseTo(1, 1);
});
