import { onTestFinished } from "vitest";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Has a tick find the rosters of this interval only, until the test is over: those of all others are
 * other tests', whose cursors must stay where they are.
 */
export function onlyInterval(minutes: number) {
  const end = interceptRequests((command, input) => {
    const values = input["ExpressionAttributeValues"] as Record<string, unknown> | undefined;
    if (command !== "Query" || values?.[":pk"] !== "rosters#seats") return;
    Object.assign(input, {
      KeyConditionExpression: "#pk = :pk and #sk1 = :sk1",
      ExpressionAttributeNames: { "#pk": "pk", "#sk1": "sk" },
      ExpressionAttributeValues: { ":pk": "rosters#seats", ":sk1": `minutes#${minutes}` },
    });
    delete input["FilterExpression"];
  });
  onTestFinished(end);
}
