import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { tableConfiguration } from "../../shared/table.ts";

/**
 * Makes DynamoDB refuse transactions as it does when another one touches the same items, which the
 * embedded DynamoDB never does: each time `next` says so. Returns the function that ends it.
 */
export function injectConflicts(next: () => boolean): () => void {
  const name = `conflicts-${Math.random()}`;
  tableConfiguration.client.middlewareStack.add(
    (send, context) => async (args) => {
      if (String(context.commandName).includes("TransactWrite") && next()) throw conflict();
      return send(args);
    },
    { step: "initialize", name },
  );
  return () => {
    tableConfiguration.client.middlewareStack.remove(name);
  };
}

function conflict() {
  return new TransactionCanceledException({
    message: "Transaction cancelled, please refer cancellation reasons for specific reasons",
    $metadata: {},
    CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }],
  });
}
