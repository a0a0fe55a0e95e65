import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { StoredValue } from "../../../../shared/entities/storedValue.ts";
import { Overloaded, TooBusy } from "../../../../shared/platform/errors.ts";
import { endingBy } from "../../../../shared/platform/table/deadline.ts";
import {
  retryOnConflict,
  transact,
  transactIfTrue,
} from "../../../../shared/platform/table/transact.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { failRequests, interceptRequests } from "../../../support/interceptRequests.ts";

const record = () => ({ pk: `answer#${newUuid()}`, value: "", expires_epoch: 2_000_000_000 });

const create = (input: ReturnType<typeof record>) => transactIfTrue(StoredValue.create(input));

beforeEach(() => {
  // No pauses between tries: their length is random.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  return () => random.mockRestore();
});

/** Has DynamoDB cancel the next transactions for this reason; counts all of them. */
function cancel(times: number, Code: string, before = () => {}) {
  const seen = { transactions: 0, tokens: new Set() };
  onTestFinished(
    interceptRequests((command, { ClientRequestToken }) => {
      if (command !== "TransactWrite") return;
      seen.transactions += 1;
      before();
      seen.tokens.add(ClientRequestToken);
      if (seen.transactions > times) return;
      const CancellationReasons = [{ Code, Message: "as DynamoDB says it" }];
      throw new TransactionCanceledException({ message: "", $metadata: {}, CancellationReasons });
    }),
  );
  return seen;
}

test("a transaction tries again what another time may succeed", async () => {
  for (const code of ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]) {
    const values = record();
    const seen = cancel(2, code);
    await create(values);
    expect(seen.transactions).toBe(3);
    expect((await StoredValue.get(values).go()).data).toEqual(values);
  }
});

test("a transaction says at once what will never succeed", async () => {
  const seen = cancel(100, "ValidationError");
  await expect(create(record())).rejects.toThrow("ValidationError");
  expect(seen.transactions).toBe(1);
});

test("all tries of a transaction have one token, whether they were refused or their answers lost", async () => {
  const refused = cancel(2, "TransactionConflict");
  await create(record());
  expect([refused.transactions, refused.tokens.size]).toEqual([3, 1]);
  const lost = cancel(0, "");
  const end = failRequests((number) => number <= 4, "after");
  await create(record());
  expect([end().length, lost.transactions, lost.tokens.size]).toEqual([5, 5, 1]);
});

test("a transaction that never gets an answer fails", async () => {
  for (const when of ["before", "after"] as const) {
    const end = failRequests(() => true, when);
    await expect(create(record())).rejects.toThrow("ECONNRESET");
    expect(end()).toHaveLength(5);
  }
});

test.each([
  { ms: 4000, passing: 0, tries: 0, outcome: Overloaded },
  { ms: 6000, passing: 2000, tries: 1, outcome: TooBusy },
  { ms: 6000, passing: 0, tries: 3, outcome: true },
])(
  "for a caller who waits $ms ms, $tries tries begin if each takes $passing ms",
  async ({ ms, passing, tries, outcome }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const seen = cancel(2, "TransactionConflict", () => vi.setSystemTime(Date.now() + passing));
    const send = async () => await create(record());
    const result = await endingBy(Date.now() + ms, send).catch((error) => error.constructor);
    expect(result).toBe(outcome);
    expect(seen.transactions).toBe(tries);
  },
);

test("a record that keeps changing until the time is over is too busy", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const stored = record();
  await StoredValue.create(stored).go();
  const work = async () => {
    // Reading what the transaction depends on takes a second.
    vi.setSystemTime(Date.now() + 1000);
    await transact(StoredValue.create(stored));
  };
  const end = Date.now() + 7500;
  await expect(endingBy(end, () => retryOnConflict(work))).rejects.toThrow(TooBusy);
});

test("a condition that does not hold is no failure", async () => {
  const stored = record();
  await StoredValue.create(stored).go();
  expect(await create(stored)).toBe(false);
});
