import { afterEach, expect, test, vi } from "vitest";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { Overloaded } from "../../../shared/errors.ts";
import { batchGet, lookup } from "../../../shared/table/batch.ts";
import { tableConfiguration } from "../../../shared/table/entity.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { makeReseller } from "../../support/factories.ts";

const { client } = tableConfiguration;

afterEach(() => vi.restoreAllMocks());

/** DynamoDB reads nothing of the next requests, so many of them. */
function leaveOut(requests: number) {
  // The pauses between attempts are a random part of their length: none.
  vi.spyOn(Math, "random").mockReturnValue(0);
  const send = vi.spyOn(client, "send");
  for (let request = 0; request < requests; request += 1) {
    send.mockImplementationOnce(async ({ input }: { input: object }) => ({
      UnprocessedKeys: (input as { RequestItems: unknown }).RequestItems,
    }));
  }
  return send;
}

test("what DynamoDB left out is asked for again", async () => {
  const { uuid } = await makeReseller();
  const send = leaveOut(2);
  const [reseller] = await batchGet(lookup<ResellerRecord>(Reseller, { uuid }));
  expect(reseller?.uuid).toBe(uuid);
  expect(send).toHaveBeenCalledTimes(3);
});

test("but not for ever", async () => {
  const send = leaveOut(100);
  const found = batchGet(lookup<ResellerRecord>(Reseller, { uuid: newUuid() }));
  await expect(found).rejects.toThrow(Overloaded);
  expect(send).toHaveBeenCalledTimes(12);
});
