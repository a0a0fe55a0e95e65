import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { onTestFinished, vi } from "vitest";
import { queueClient } from "../../shared/platform/queues/sendMessages.ts";
import { tableConfiguration } from "../../shared/platform/table/entity.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { interceptRequests } from "./interceptRequests.ts";

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
 * Makes the next `batches` batches come back unprocessed, which the embedded DynamoDB never does, until
 * the test is over. Returns a function that counts the requests made since.
 */
export function leaveOut(batches: number): () => number {
  // Without random numbers, the pauses between tries have no length.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  const { client } = tableConfiguration;
  const forward = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  let left = batches;
  const send = vi.spyOn(client, "send").mockImplementation((async (command: unknown) => {
    const isRead = command instanceof BatchGetCommand;
    const isBatch = isRead || command instanceof BatchWriteCommand;
    if (!isBatch || left === 0) return await forward(command);
    left -= 1;
    return { [isRead ? "UnprocessedKeys" : "UnprocessedItems"]: command.input.RequestItems };
  }) as never);
  onTestFinished(() => {
    random.mockRestore();
    send.mockRestore();
  });
  return () => send.mock.calls.length;
}

/** As both clients have one. */
interface Stack {
  add(
    middleware: (
      send: (args: unknown) => Promise<unknown>,
      context: { commandName?: string },
    ) => (args: unknown) => Promise<unknown>,
    options: { step: string; priority: "low"; name: string },
  ): void;
  remove(name: string): boolean;
}

export type FaultTime = "before" | "after" | "lost";

interface Fault {
  at: number;
  when: FaultTime;
  /** Further AWS clients, beside those of the table and the queues. */
  also?: { middlewareStack: object }[];
}

/**
 * Makes the request number `at` to DynamoDB or SQS fail: `before` it is done, `after` it is done, or with
 * its answer `lost`, so that the SDK tries again. Returns a function that ends it and returns each
 * request's command and index.
 */
export function injectFault({ at, when, also = [] }: Fault): () => string[] {
  const requests: string[] = [];
  const name = "fault";
  const clients = [tableConfiguration.client, queueClient, ...also];
  const stacks = clients.map((client) => client.middlewareStack as unknown as Stack);
  // `finalizeRequest` is inside the SDK's retries.
  const step = when === "lost" ? "finalizeRequest" : "initialize";
  for (const stack of stacks) {
    stack.add(
      (send, { commandName }) =>
        async (args) => {
          const { IndexName = "" } = (args as { input: { IndexName?: string } }).input;
          const isIt = requests.push(`${commandName} ${IndexName}`) === at;
          if (isIt && when === "before") throw lostAnswer();
          const result = await send(args);
          if (isIt && when !== "before") throw lostAnswer();
          return result;
        },
      { step, priority: "low", name },
    );
  }
  return () => {
    for (const stack of stacks) stack.remove(name);
    return requests;
  };
}

/**
 * Loses answers of transactions that were done, until the test is over: the `first` answer, after which
 * the SDK's next try is refused because the first still holds its items, or those of `two` transactions
 * with all tries of the SDK.
 */
export function loseAnswers(which: "first" | "two") {
  const stack = tableConfiguration.client.middlewareStack as unknown as Stack;
  const name = `lost-${newUuid()}`;
  let transactions = 0;
  stack.add(
    (send, { commandName }) =>
      async (args) => {
        if (commandName !== "TransactWriteItemsCommand") return await send(args);
        transactions += 1;
        if (which === "first" && transactions === 2) throw transactionConflict();
        const result = await send(args);
        if (transactions <= (which === "first" ? 1 : 2)) throw lostAnswer();
        return result;
      },
    { step: which === "first" ? "finalizeRequest" : "initialize", priority: "low", name },
  );
  onTestFinished(() => void stack.remove(name));
}

/** The SDK's error for a connection that was closed before the answer. */
export function lostAnswer() {
  const error = new Error("read ECONNRESET at /var/task/index.js:1");
  return Object.assign(error, { name: "TimeoutError", code: "ECONNRESET", $metadata: {} });
}
