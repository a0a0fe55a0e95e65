import { expect, test } from "vitest";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { Overloaded } from "../../../shared/errors.ts";
import { batchGet, lookup } from "../../../shared/table/batch.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { leaveOut } from "../../support/clientFaults.ts";
import { makeReseller } from "../../support/factories.ts";

test("keys that DynamoDB left unprocessed are requested again", async () => {
  const { uuid } = await makeReseller();
  const requests = leaveOut(2);
  const [reseller] = await batchGet(lookup<ResellerRecord>(Reseller, { uuid }));
  expect(reseller?.uuid).toBe(uuid);
  expect(requests()).toBe(3);
});

test("but not for ever", async () => {
  const requests = leaveOut(100);
  const found = batchGet(lookup<ResellerRecord>(Reseller, { uuid: newUuid() }));
  await expect(found).rejects.toThrow(Overloaded);
  expect(requests()).toBe(12);
});
