import { expect, it, onTestFinished, vi } from "vitest";
import { tableCache } from "../../../../shared/audit/services/answers.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";

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
