import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { onTestFinished, vi } from "vitest";
import { queueClient } from "../../shared/queues/sendMessages.ts";
import { tableConfiguration } from "../../shared/table/entity.ts";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Makes DynamoDB refuse transactions as it does when another one touches the same items, which the
 * embedded DynamoDB never does: each time `next` says so. Returns the function that ends it.
 */
export function injectConflicts(next: () => boolean): () => void {
  return interceptRequests((command) => {
    if (command === "TransactWrite" && next()) throw transactionConflict();
  });
}

/** What is written to, as the document client has it, or as it goes over the wire. */
type Operation = { Item?: Keyed; Key?: Keyed };
type Keyed = Record<"pk" | "sk", unknown>;

/** The items that a transaction writes or checks, or that a single write is of, by their keys. */
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

/**
 * Makes DynamoDB refuse a transaction on an item that another one writes at the same time, until the
 * test is over. The first `together` of them wait for each other. Returns how many were made, and refused.
 */
export function refuseOverlaps({ together }: { together: number }) {
  const { middlewareStack } = tableConfiguration.client;
  const name = `overlaps-${Math.random()}`;
  const held = new Set<string>();
  const counts = { made: 0, refused: 0 };
  const met = Promise.withResolvers<void>();
  middlewareStack.add(
    (send) => async (args) => {
      const items = "TransactItems" in args.input ? itemsOf(args.input) : [];
      if (items.length > 0) counts.made += 1;
      if (counts.made >= together) met.resolve();
      if (items.length > 0) await met.promise;
      if (items.some((item) => held.has(item))) {
        counts.refused += 1;
        throw transactionConflict();
      }
      for (const item of items) held.add(item);
      try {
        return await send(args);
      } finally {
        for (const item of items) held.delete(item);
      }
    },
    { step: "initialize", name },
  );
  onTestFinished(() => void middlewareStack.remove(name));
  return counts;
}

/** What DynamoDB says to a transaction on items of another one. */
export function transactionConflict() {
  return new TransactionCanceledException({
    message: "Transaction cancelled, please refer cancellation reasons for specific reasons",
    $metadata: {},
    CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }],
  });
}

/**
 * Has DynamoDB leave out everything of the next so many batches that are read or written, which the
 * embedded DynamoDB never does, until the test is over. Returns the number of requests made since.
 */
export function leaveOut(batches: number): () => number {
  // The pauses between attempts are a random part of their length: none.
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
  /** Other clients of the AWS SDK, beside those of the table and the queues. */
  also?: { middlewareStack: object }[];
}

/**
 * Has one request to DynamoDB or SQS fail, the one of this number, as AWS's requests fail: `before`
 * it is done, or `after` it, so that what is written is written; or its answer is `lost`, and the
 * SDK asks again by itself. Returns the function that ends it, with what each request was: its
 * command, and the index that it reads.
 */
export function injectFault({ at, when, also = [] }: Fault): () => string[] {
  const requests: string[] = [];
  const name = "fault";
  const clients = [tableConfiguration.client, queueClient, ...also];
  const stacks = clients.map((client) => client.middlewareStack as unknown as Stack);
  // `finalizeRequest` is within what tries again.
  const step = when === "lost" ? "finalizeRequest" : "initialize";
  for (const stack of stacks) {
    stack.add(
      (send, { commandName }) =>
        async (args) => {
          const { IndexName = "" } = (args as { input: { IndexName?: string } }).input;
          const isIt = requests.push(`${commandName} ${IndexName}`) === at;
          if (isIt && when === "before") throw fault();
          const result = await send(args);
          if (isIt && when !== "before") throw fault();
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

function fault() {
  const error = new Error("read ECONNRESET at /var/task/index.js:1");
  return Object.assign(error, { name: "TimeoutError", code: "ECONNRESET", $metadata: {} });
}
