import { expect, onTestFinished, test, vi } from "vitest";
import { digestOf, tableCache } from "../../../functions/audit/tableCache.ts";
import { CachedAnswer } from "../../../shared/entities/cachedAnswer.ts";
import { newUuid } from "../../../shared/uuid.ts";

test("a value is kept until the end of its last second", async () => {
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

test("a value of more than 300 KB is not kept", async () => {
  const [small, large] = [newUuid(), newUuid()];
  await tableCache.set(small, "a".repeat(299_998), 60);
  await tableCache.set(large, "a".repeat(299_999), 60);
  expect(await tableCache.get(small)).toHaveLength(299_998);
  expect(await tableCache.get(large)).toBeUndefined();
});
