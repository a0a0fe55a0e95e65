import { onTestFinished } from "vitest";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Makes ticks find only the buckets of these intervals until the test is over: other buckets belong to
 * other tests, whose cursors must not move.
 */
export function onlyIntervals(...intervals: number[]) {
  onlyItems("schedule#round", "shard", intervals);
}

/**
 * Makes commands about all resellers find only these until the test is over: other tests have left
 * thousands, of which some commands make a request each.
 */
export function onlyResellers(...uuids: string[]) {
  onlyItems("resellers", "uuid", uuids);
}

/** Filters the queries of one partition by an attribute. */
function onlyItems(partition: string, attribute: string, values: (string | number)[]) {
  const own = Object.fromEntries(values.map((value, index) => [`:own${index}`, value]));
  const isOwn = `#own IN (${Object.keys(own).join(", ")})`;
  const end = interceptRequests((command, input) => {
    const { FilterExpression } = input;
    const names = input["ExpressionAttributeNames"] as object | undefined;
    const bound = input["ExpressionAttributeValues"] as { ":pk"?: unknown } | undefined;
    if (command !== "Query" || bound?.[":pk"] !== partition) return;
    Object.assign(input, {
      FilterExpression: FilterExpression ? `(${FilterExpression}) AND ${isOwn}` : isOwn,
      ExpressionAttributeNames: { ...names, "#own": attribute },
      ExpressionAttributeValues: { ...bound, ...own },
    });
  });
  onTestFinished(end);
}
