import { tableConfiguration } from "../../shared/table/entity.ts";

/**
 * Calls `before` with the command of each request to DynamoDB (`TransactWrite`, `Query` ...) that
 * is about to be made, and its input; what it throws is thrown in the request's place. Returns the
 * function that ends it.
 */
export function interceptRequests(
  before: (command: string, input: Record<string, unknown>) => unknown,
): () => void {
  const { middlewareStack } = tableConfiguration.client;
  const name = `intercept-${Math.random()}`;
  middlewareStack.add(
    (send, context) => async (args) => {
      const command = String(context.commandName).replace(/Items?Command|Command/, "");
      await before(command, args.input as Record<string, unknown>);
      return send(args);
    },
    { step: "initialize", name },
  );
  return () => {
    middlewareStack.remove(name);
  };
}
