import { queueClient } from "../../shared/platform/queues/sendMessages.ts";
import { tableConfiguration } from "../../shared/platform/table/entity.ts";

/** Is called before a request, with its command and its input. */
type Before = (command: string, input: Record<string, unknown>) => unknown;

/**
 * Calls `before` ahead of each request to DynamoDB, with its command (`TransactWrite`, `Query` …) and its
 * input. If `before` throws, the request fails with that error. Returns the function that ends it.
 */
export function interceptRequests(before: Before): () => void {
  const { middlewareStack } = tableConfiguration.client;
  const name = newName();
  middlewareStack.add(calling(before), { step: "initialize", name });
  return () => void middlewareStack.remove(name);
}

/** Whether a request updates the record with this uuid, alone or in a transaction. */
export function isUpdateOf(uuid: string, command: string, input: Record<string, unknown>): boolean {
  if (command !== "Update" && command !== "TransactWrite") return false;
  return (JSON.stringify(input["Key"] ?? input["TransactItems"]) ?? "").includes(uuid);
}

/** The same for the requests to SQS: `SendMessageBatch`. */
export function interceptMessages(before: Before): () => void {
  const { middlewareStack } = queueClient;
  const name = newName();
  middlewareStack.add(calling(before), { step: "initialize", name });
  return () => void middlewareStack.remove(name);
}

function calling(before: Before) {
  return <Args extends { input: object }, Result>(
    send: (args: Args) => Promise<Result>,
    context: { commandName?: string },
  ) =>
    async (args: Args) => {
      const command = String(context.commandName).replace(/Items?Command|Command/, "");
      await before(command, args.input as Record<string, unknown>);
      return await send(args);
    };
}

let names = 0;

/** A counter, since tests may replace Math.random. */
function newName() {
  names += 1;
  return `intercept-${names}`;
}

/**
 * Makes requests to DynamoDB fail with a broken connection if `fails` returns true for their number:
 * `before` they are done, `after` they are done, or `onTheWay` back, so that the SDK tries again. Returns
 * a function that ends it and returns the number of requests.
 */
export function failRequests(
  fails: (number: number) => boolean,
  when: "before" | "after" | "onTheWay",
): () => number {
  const { middlewareStack } = tableConfiguration.client;
  const name = newName();
  let requests = 0;
  const stack = middlewareStack as unknown as {
    add(middleware: Middleware, options: object): void;
  };
  stack.add(
    (send) => async (args) => {
      requests += 1;
      const isLost = fails(requests);
      if (isLost && when === "before") throw connectionReset();
      const result = await send(args);
      if (isLost) throw connectionReset();
      return result;
    },
    // `finalizeRequest` is inside the SDK's retries.
    { step: when === "onTheWay" ? "finalizeRequest" : "initialize", priority: "low", name },
  );
  return () => {
    middlewareStack.remove(name);
    return requests;
  };
}

type Middleware = (
  send: (args: unknown) => Promise<unknown>,
) => (args: unknown) => Promise<unknown>;

function connectionReset() {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", $metadata: {} });
}
