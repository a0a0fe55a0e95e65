import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Makes DynamoDB refuse transactions as it does when another one touches the same items, which the
 * embedded DynamoDB never does: each time `next` says so. Returns the function that ends it.
 */
export function injectConflicts(next: () => boolean): () => void {
  return interceptRequests((command) => {
    if (command === "TransactWrite" && next()) throw conflict();
  });
}

function conflict() {
  return new TransactionCanceledException({
    message: "Transaction cancelled, please refer cancellation reasons for specific reasons",
    $metadata: {},
    CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }],
  });
}
