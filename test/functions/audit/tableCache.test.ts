import { expect, onTestFinished, test, vi } from "vitest";
import { tableCache } from "../../../functions/audit/tableCache.ts";
import { newUuid } from "../../../shared/uuid.ts";

test.each([null, [], { services: [[["test"], ["https://rdap.example/"]]] }, "", 0])(
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
