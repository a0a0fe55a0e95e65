import { queueClient } from "../../shared/platform/queues/sendMessages.ts";
import { tableConfiguration } from "../../shared/platform/table/entity.ts";

/** As all AWS clients have one; their own types differ by service. */
interface Client {
  middlewareStack: object;
}

interface Args {
  input: Record<string, unknown>;
}
type Send = (args: Args) => Promise<unknown>;

interface Where {
  clients?: Client[];
  /** The SDK takes the first two steps once a request, and `finalizeRequest` for each of its tries. */
  step?: "initialize" | "build" | "finalizeRequest";
  /** `low` is behind what others have put into the step. */
  priority?: "low" | "normal";
}

let names = 0;

/**
 * Puts a middleware into AWS clients, by default the table's, which gets the name of each request (`GetItem`).
 * Returns the function that takes it out.
 */
export function addMiddleware(
  middleware: (send: Send, command: string) => Send,
  { clients = [tableConfiguration.client], step = "initialize", priority = "normal" }: Where = {},
): () => void {
  const stacks = clients.map(
    ({ middlewareStack }) =>
      middlewareStack as {
        add(add: (send: Send, context: { commandName?: string }) => Send, how: object): void;
        remove(name: string): boolean;
      },
  );
  // A counter, since tests may replace Math.random.
  names += 1;
  const name = `test-${names}`;
  for (const stack of stacks) {
    stack.add(
      (send, { commandName = "" }) => middleware(send, commandName.replace("Command", "")),
      { step, priority, name },
    );
  }
  return () => {
    for (const stack of stacks) stack.remove(name);
  };
}

/** Is called before a request, with its command and its input. */
type Before = (command: string, input: Record<string, unknown>) => unknown;

/**
 * Calls `before` ahead of each request to DynamoDB, with its command (`TransactWrite`, `Query` …) and its
 * input. If `before` throws, the request fails with that error. Returns the function that ends it.
 */
export function interceptRequests(before: Before, where?: Where): () => void {
  return addMiddleware(
    (send, command) => async (args) => {
      await before(command.replace(/Items?$/, ""), args.input);
      return await send(args);
    },
    where,
  );
}

/** The same for the requests to SQS: `SendMessageBatch`. */
export function interceptMessages(before: Before): () => void {
  return interceptRequests(before, { clients: [queueClient] });
}

export type FaultTime = "before" | "after" | "lost";

/**
 * Makes requests to DynamoDB and SQS fail with a broken connection if `fails` returns true for
 * their number: `before` they are done, `after` they are done, or with their answer `lost` on the way, so that
 * the SDK tries again. Returns a function that ends it and returns each request's command and index.
 */
export function failRequests(fails: (number: number) => boolean, when: FaultTime): () => string[] {
  const requests: string[] = [];
  const end = addMiddleware(
    (send, command) => async (args) => {
      const isLost = fails(requests.push(`${command} ${args.input["IndexName"] ?? ""}`));
      if (isLost && when === "before") throw lostAnswer();
      const result = await send(args);
      if (isLost) throw lostAnswer();
      return result;
    },
    {
      clients: [tableConfiguration.client, queueClient],
      step: when === "lost" ? "finalizeRequest" : "initialize",
      priority: "low",
    },
  );
  return () => {
    end();
    return requests;
  };
}

/** The SDK's error for a connection that was closed before the answer. */
export function lostAnswer() {
  const error = new Error("read ECONNRESET at /var/task/index.js:1");
  return Object.assign(error, { name: "TimeoutError", code: "ECONNRESET", $metadata: {} });
}
