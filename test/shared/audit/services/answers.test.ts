import { expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { digestOf, remember, tableCache } from "../../../../shared/audit/services/answers.ts";
import { CachedAnswer } from "../../../../shared/entities/cachedAnswer.ts";
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

it("keeps a value until the end of its last second", async () => {
  const key = newUuid();
  const now = vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_001);
  onTestFinished(() => now.mockRestore());
  await tableCache.set(key, "kept", 60);
  const { data } = await CachedAnswer.get({ digest: digestOf(key) }).go();
  expect(data?.expires_epoch).toBe(1_800_000_061);
  now.mockReturnValue(1_800_000_060_999);
  expect(await tableCache.get(key)).toBe("kept");
  now.mockReturnValue(1_800_000_061_000);
  expect(await tableCache.get(key)).toBeUndefined();
});

it("does not keep a value of more than 300 KB", async () => {
  const [small, large] = [newUuid(), newUuid()];
  await tableCache.set(small, "a".repeat(299_998), 60);
  await tableCache.set(large, "a".repeat(299_999), 60);
  expect(await tableCache.get(small)).toHaveLength(299_998);
  expect(await tableCache.get(large)).toBeUndefined();
});
