import { queueClient } from "../../shared/queues/sendMessages.ts";
import { tableConfiguration } from "../../shared/table/entity.ts";

/** Is called with the command of a request that is about to be made, and its input. */
type Before = (command: string, input: Record<string, unknown>) => unknown;

/**
 * Calls `before` with the command of each request to DynamoDB (`TransactWrite`, `Query` ...) that
 * is about to be made, and its input; what it throws is thrown in the request's place. Returns the
 * function that ends it.
 */
export function interceptRequests(before: Before): () => void {
  const { middlewareStack } = tableConfiguration.client;
  const name = newName();
  middlewareStack.add(calling(before), { step: "initialize", name });
  return () => void middlewareStack.remove(name);
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

/** Tests may have Math.random give the same each time. */
function newName() {
  names += 1;
  return `intercept-${names}`;
}

/**
 * Has requests to DynamoDB fail as when AWS is away, those whose number `fails` says: `before` they
 * are done, `after`, so that what is written is written, or `onTheWay` back, where the SDK asks again
 * by itself. Returns the function that ends it, with the number of requests.
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
    // `finalizeRequest` is within what tries again.
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
