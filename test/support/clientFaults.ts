import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { onTestFinished, vi } from "vitest";
import { tableConfiguration } from "../../shared/platform/table/entity.ts";
import { addMiddleware, interceptRequests, lostAnswer } from "./interceptRequests.ts";

/**
 * Makes transactions fail with a conflict, which the embedded DynamoDB never reports, whenever `next`
 * returns true. Returns the function that ends it.
 */
export function injectConflicts(next: () => boolean): () => void {
  return interceptRequests((command) => {
    if (command === "TransactWrite" && next()) throw transactionConflict();
  });
}

/** An operation of a transaction, in the document client's form or in DynamoDB's own. */
type Operation = { Item?: Keyed; Key?: Keyed };
type Keyed = Record<"pk" | "sk", unknown>;

/** The keys of the items that a transaction or a single write touches. */
export function itemsOf(input: object): string[] {
  const { TransactItems, ...one } = input as {
    TransactItems?: Record<string, Operation>[];
  } & Operation;
  const operations = TransactItems ? TransactItems.flatMap(Object.values) : [one];
  return operations.flatMap(({ Item, Key }) => {
    const key = Item ?? Key;
    return key ? JSON.stringify([key.pk, key.sk]) : [];
  });
}

/** DynamoDB's error for a conflict of transactions. */
export function transactionConflict() {
  return new TransactionCanceledException({
    message: "Transaction cancelled, please refer cancellation reasons for specific reasons",
    $metadata: {},
    CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }],
  });
}

/**
 * Makes batches come back unprocessed until the test is over, which the embedded DynamoDB never does: the next
 * `batches`, or with `every` 2 every other one. Returns a function that counts the requests made since.
 */
export function leaveOut(batches: number, every = 1): () => number {
  // Without random numbers, the pauses between tries have no length.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  const { client } = tableConfiguration;
  const forward = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  let seen = 0;
  const send = vi.spyOn(client, "send").mockImplementation(async (command: unknown) => {
    const isRead = command instanceof BatchGetCommand;
    const isBatch = isRead || command instanceof BatchWriteCommand;
    if (isBatch) seen += 1;
    const isLeftOut = isBatch && seen <= batches * every && seen % every === 0;
    if (!isLeftOut) return await forward(command);
    return { [isRead ? "UnprocessedKeys" : "UnprocessedItems"]: command.input.RequestItems };
  });
  onTestFinished(() => {
    random.mockRestore();
    send.mockRestore();
  });
  return () => send.mock.calls.length;
}

/**
 * Loses answers of transactions that were done, until the test is over: the `first` answer, after which
 * the SDK's next try is refused because the first still holds its items, or those of `two` transactions
 * with all tries of the SDK.
 */
export function loseAnswers(which: "first" | "two") {
  let transactions = 0;
  const end = addMiddleware(
    (send, command) => async (args) => {
      if (command !== "TransactWriteItems") return await send(args);
      transactions += 1;
      if (which === "first" && transactions === 2) throw transactionConflict();
      const result = await send(args);
      if (transactions <= (which === "first" ? 1 : 2)) throw lostAnswer();
      return result;
    },
    { step: which === "first" ? "finalizeRequest" : "initialize", priority: "low" },
  );
  onTestFinished(end);
}
