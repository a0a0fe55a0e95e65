import { expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { remember, tableCache } from "../../../../shared/audit/services/answers.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { mapCache } from "./mapCache.ts";

it("finds a value again if the cached one has another shape", async () => {
  const cache = mapCache();
  await cache.set("k", "a text", 60);
  let finds = 0;
  const find = async () => ++finds;
  const get = () => remember(cache, { key: "k", schema: z.number(), find, secondsToKeep: 60 });
  expect([await get(), await get()]).toEqual([1, 1]);
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
