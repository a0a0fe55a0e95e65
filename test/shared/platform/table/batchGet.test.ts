import { expect, test } from "vitest";
import { Reseller, type ResellerRecord } from "../../../../shared/entities/reseller.ts";
import { StoredValue } from "../../../../shared/entities/storedValue.ts";
import { Overloaded } from "../../../../shared/platform/errors.ts";
import {
  batchDelete,
  batchGet,
  batchPut,
  lookup,
} from "../../../../shared/platform/table/batch.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { leaveOut } from "../../../support/clientFaults.ts";
import { makeReseller } from "../../../support/factories.ts";
import { failRequests } from "../../../support/interceptRequests.ts";

const newAnswer = () => ({ pk: `answer#${newUuid()}`, value: "", expires_epoch: 2_000_000_000 });

test("keys that DynamoDB left unprocessed are requested again", async () => {
  const { uuid } = await makeReseller();
  const requests = leaveOut(2);
  const [reseller] = await batchGet(lookup<ResellerRecord>(Reseller, { uuid }));
  expect(reseller?.uuid).toBe(uuid);
  expect(requests()).toBe(3);
});

test("but not for ever", async () => {
  const requests = leaveOut(100);
  const result = batchGet(lookup<ResellerRecord>(Reseller, { uuid: newUuid() }));
  await expect(result).rejects.toThrow(Overloaded);
  expect(requests()).toBe(12);
});

test("writes that DynamoDB left unprocessed are made again, until it takes none any more", async () => {
  const answers = Array.from({ length: 200 }, newAnswer);
  const requests = leaveOut(8, 2);
  await batchPut(StoredValue, answers);
  expect(requests()).toBe(15);
  leaveOut(100);
  await expect(batchDelete(StoredValue, answers)).rejects.toThrow(Overloaded);
});

test("a batch is written and deleted when its first answer is lost", async () => {
  const answer = newAnswer();
  const find = async () => (await StoredValue.get(answer).go({ consistent: true })).data;
  for (const [write, stored] of [
    [() => batchPut(StoredValue, [answer]), answer],
    [() => batchDelete(StoredValue, [answer]), null],
  ] as const) {
    const end = failRequests((number) => number === 1, "lost");
    await write();
    expect(end()).toHaveLength(2);
    expect(await find()).toEqual(stored);
  }
});
