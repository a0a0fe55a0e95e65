import { expect, test } from "vitest";
import { measureRound } from "../../../bench/uptime/costOfCheck.ts";
import { serve } from "../../../support/site.ts";

const WEBSITES = 100;

test("a check of a website that is up takes a tenth of a read and of a write unit at most, and a day's figures one write", async () => {
  const { url } = await serve({ "/": "<p>up</p>" });
  const urls = Array.from({ length: WEBSITES }, () => url);
  const { readUnits, writeUnits } = await measureRound(urls);
  expect(readUnits / WEBSITES).toBeLessThan(0.1);
  expect(writeUnits / WEBSITES).toBeLessThan(0.1);
  const folding = await measureRound(urls, 2);
  expect((folding.readUnits - readUnits) / WEBSITES).toBeLessThan(0.6);
  expect((folding.writeUnits - writeUnits) / WEBSITES).toBeCloseTo(1, 1);
});
