import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { PaceSlot } from "../../../shared/entities/paceSlot.ts";
import { transactIfTrue, transactUnconditionally, write } from "../../../shared/table/transact.ts";
import { putsLike } from "../../../shared/table/wire.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

const record = () => ({ name: newUuid(), taken_at: 1 });

/** Both ways to write a record in a transaction. */
const ways: Record<string, (given: ReturnType<typeof record>) => Promise<unknown>> = {
  transactIfTrue: (given) => transactIfTrue(write(PaceSlot, (slot) => slot.create(given).commit())),
  transactUnconditionally: (given) =>
    transactUnconditionally(putsLike(PaceSlot, [given], () => "").map((Put) => ({ Put }))),
};

/** Has DynamoDB cancel the next transactions for this reason; counts all of them. */
function cancel(times: number, Code: string) {
  const seen = { transactions: 0 };
  onTestFinished(
    interceptRequests((command) => {
      if (command !== "TransactWrite") return;
      seen.transactions += 1;
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

test("a condition that does not hold is no failure", async () => {
  const given = record();
  await PaceSlot.create(given).go();
  expect(await ways["transactIfTrue"]?.(given)).toBe(false);
});
