import { onTestFinished } from "vitest";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Has a tick find the buckets of these intervals only, until the test is over: those of all others are
 * other tests', whose cursors must stay where they are.
 */
export function onlyIntervals(...intervals: number[]) {
  const end = interceptRequests((command, input) => {
    const values = input["ExpressionAttributeValues"] as Record<string, unknown> | undefined;
    if (command !== "Query" || values?.[":pk"] !== "buckets#depths") return;
    const named = intervals.map((minutes, index) => [`:minutes${index}`, minutes]);
    Object.assign(input, {
      KeyConditionExpression: "#pk = :pk",
      FilterExpression: `minutes IN (${named.map(([name]) => name).join(", ")})`,
      ExpressionAttributeNames: { "#pk": "pk" },
      ExpressionAttributeValues: { ":pk": "buckets#depths", ...Object.fromEntries(named) },
    });
  });
  onTestFinished(end);
}
