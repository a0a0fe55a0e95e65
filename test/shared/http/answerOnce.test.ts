import { beforeEach, expect, test } from "vitest";
import { IdempotencyKey } from "../../../shared/entities/idempotencyKey.ts";
import { answerOnce, type Keep } from "../../../shared/http/answerOnce.ts";
import { RequestUnderWay } from "../../../shared/platform/errors.ts";
import { transactIfTrue } from "../../../shared/platform/table/transact.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";

let place: { reseller_uuid: string; digest: string };

beforeEach(() => {
  place = { reseller_uuid: newUuid(), digest: newUuid() };
});

/** What another request does to the key while this one is at work. */
async function meanwhile(change: { token: string } | { answer: Buffer }) {
  await IdempotencyKey.patch(place).set(change).go();
}

async function answer(perform: (keep: Keep) => Promise<unknown>) {
  return await answerOnce({ ...place, fingerprint: "body" }, perform);
}

test("a request that fails after another has taken over its key does not free it", async () => {
  const failing = answer(async () => {
    await meanwhile({ token: "other" });
    throw new Error("failed");
  });
  await expect(failing).rejects.toThrow(RequestUnderWay);
  expect((await IdempotencyKey.get(place).go()).data).toMatchObject({ token: "other" });
});

test.each([{ token: "other" }, { answer: Buffer.from("answer") }])(
  "an answer is not kept once its key has %j",
  async (change) => {
    let isKept: boolean | undefined;
    await answer(async (keep) => {
      const writes = keep("mine");
      await meanwhile(change);
      isKept = await transactIfTrue(...writes);
      return "mine";
    });
    expect(isKept).toBe(false);
  },
);
