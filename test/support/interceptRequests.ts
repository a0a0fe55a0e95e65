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

function newName() {
  return `intercept-${Math.random()}`;
}
