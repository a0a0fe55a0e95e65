import { expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { remember, tableCache } from "../../../../shared/audit/services/answers.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { mapCache } from "./mapCache.ts";

it("keeps an answer for the given time, and asks again if its shape is another", async () => {
  let now = 0;
  let asked = 0;
  const cache = mapCache(() => now);
  const ask = () =>
    remember(cache, {
      key: "k",
      schema: z.number(),
      find: async () => ++asked,
      secondsToKeep: () => 10,
    });
  expect([await ask(), await ask()]).toEqual([1, 1]);
  now = 10_000;
  expect(await ask()).toBe(2);
  await cache.set("k", "a text", 10);
  expect(await ask()).toBe(3);
});

it("keeps a value until the end of its last second", async () => {
  const key = newUuid();
  const now = vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_001);
  onTestFinished(() => now.mockRestore());
  await tableCache.set(key, "kept", 60);
  now.mockReturnValue(1_800_000_060_999);
  expect(await tableCache.get(key)).toBe("kept");
  now.mockReturnValue(1_800_000_061_000);
  expect(await tableCache.get(key)).toBeUndefined();
});
