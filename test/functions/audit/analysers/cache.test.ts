import { expect, it } from "vitest";
import * as z from "zod/mini";
import { memoryCache, remember } from "../../../../functions/audit/analysers/cache.ts";

it("keeps an answer as long as told, and asks again when it has another shape", async () => {
  let now = 0;
  let asked = 0;
  const cache = memoryCache(2, () => now);
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

it("lets go of the oldest entries", async () => {
  const cache = memoryCache(2);
  for (const key of ["a", "b", "c"]) await cache.set(key, key, 10);
  expect([await cache.get("a"), await cache.get("b"), await cache.get("c")]).toEqual([
    undefined,
    "b",
    "c",
  ]);
});
