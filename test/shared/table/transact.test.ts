import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { PaceSlot } from "../../../shared/entities/paceSlot.ts";
import { TooBusy } from "../../../shared/errors.ts";
import { endingBy } from "../../../shared/table/timeLeft.ts";
import { transactIfTrue, transactUnconditionally, write } from "../../../shared/table/transact.ts";
import { putsLike } from "../../../shared/table/wire.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { failRequests, interceptRequests } from "../../support/interceptRequests.ts";

const record = () => ({ name: newUuid(), taken_at: 1 });

/** Both ways to write a record in a transaction. */
const ways: Record<string, (given: ReturnType<typeof record>) => Promise<unknown>> = {
  transactIfTrue: (given) => transactIfTrue(write(PaceSlot, (slot) => slot.create(given).commit())),
  transactUnconditionally: (given) =>
    transactUnconditionally(putsLike(PaceSlot, [given], () => "").map((Put) => ({ Put }))),
};

beforeEach(() => {
  // No pauses between tries: their length is random.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  return () => random.mockRestore();
});

/** Has DynamoDB cancel the next transactions for this reason; counts all of them. */
function cancel(times: number, Code: string) {
  const seen = { transactions: 0, tokens: new Set() };
  onTestFinished(
    interceptRequests((command, { ClientRequestToken }) => {
      if (command !== "TransactWrite") return;
      seen.transactions += 1;
      seen.tokens.add(ClientRequestToken);
      if (seen.transactions > times) return;
      const CancellationReasons = [{ Code, Message: "as DynamoDB says it" }];
      throw new TransactionCanceledException({ message: "", $metadata: {}, CancellationReasons });
    }),
  );
  return seen;
}

test.each(Object.keys(ways))("%s tries again what another time may succeed", async (way) => {
  for (const code of ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]) {
    const given = record();
    const seen = cancel(2, code);
    await ways[way]?.(given);
    expect(seen.transactions).toBe(3);
    expect((await PaceSlot.get(given).go()).data).toEqual(given);
  }
});

test.each(Object.keys(ways))("%s says at once what will never succeed", async (way) => {
  const seen = cancel(100, "ValidationError");
  await expect(ways[way]?.(record())).rejects.toThrow("ValidationError");
  expect(seen.transactions).toBe(1);
});

test("a transaction whose answers are lost keeps its token, one that was refused gets another", async () => {
  const refused = cancel(2, "TransactionConflict");
  await ways["transactIfTrue"]?.(record());
  expect([refused.transactions, refused.tokens.size]).toEqual([3, 3]);
  const lost = cancel(0, "");
  const end = failRequests((number) => number <= 4, "after");
  await ways["transactIfTrue"]?.(record());
  expect([end(), lost.transactions, lost.tokens.size]).toEqual([5, 5, 1]);
});

test("a transaction without any answer fails, and so does one that the table does not take", async () => {
  for (const when of ["before", "after"] as const) {
    const end = failRequests(() => true, when);
    await expect(ways["transactIfTrue"]?.(record())).rejects.toThrow("ECONNRESET");
    expect(end()).toBe(5);
  }
});

test.each([
  [4000, 1],
  [6000, 3],
])("of a caller who waits %d ms, %d tries are made", async (ms, tries) => {
  const seen = cancel(2, "TransactionConflict");
  const given = record();
  const outcome = endingBy(Date.now() + ms, async () => await ways["transactIfTrue"]?.(given));
  if (tries === 1) await expect(outcome).rejects.toThrow(TooBusy);
  else expect(await outcome).toBe(true);
  expect(seen.transactions).toBe(tries);
});

test("a condition that does not hold is no failure", async () => {
  const given = record();
  await PaceSlot.create(given).go();
  expect(await ways["transactIfTrue"]?.(given)).toBe(false);
});
