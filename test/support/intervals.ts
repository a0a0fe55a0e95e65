import { onTestFinished } from "vitest";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Makes ticks find only the buckets of these intervals until the test is over: other buckets belong to
 * other tests, whose cursors must not move.
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
