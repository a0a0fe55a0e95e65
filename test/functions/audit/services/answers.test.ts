import { expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { memoryCache, remember } from "../../../../functions/audit/services/answers.ts";
import { tableCache } from "../../../../functions/audit/tableCache.ts";
import { newUuid } from "../../../../shared/uuid.ts";

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

it.each([null, [], { services: [[["test"], ["https://rdap.example/"]]] }, "", 0])(
  "keeps %j until it expires, before DynamoDB has removed it",
  async (value) => {
    const key = newUuid();
    expect(await tableCache.get(key)).toBeUndefined();
    await tableCache.set(key, value, 60);
    expect(await tableCache.get(key)).toEqual(value);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await tableCache.get(key)).toBeUndefined();
  },
);
