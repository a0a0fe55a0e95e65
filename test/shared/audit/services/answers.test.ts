import { expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { remember } from "../../../../shared/audit/services/answers.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";

it("keeps a value until the end of its last second", async () => {
  const key = newUuid();
  const now = vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_001);
  onTestFinished(() => now.mockRestore());
  const found = (value: string) =>
    remember({ key, schema: z.string(), find: async () => value, secondsToKeep: 60 });
  await found("kept");
  now.mockReturnValue(1_800_000_060_999);
  expect(await found("new")).toBe("kept");
  now.mockReturnValue(1_800_000_061_000);
  expect(await found("new")).toBe("new");
});
