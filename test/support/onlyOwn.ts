import { onTestFinished } from "vitest";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Makes ticks find only the buckets of these intervals until the test is over: other buckets belong to
 * other tests, whose cursors must not move.
 */
export function onlyIntervals(...intervals: number[]) {
  onTestFinished(onlyItems("schedule#round", "shard", intervals));
}

/**
 * Makes commands about all resellers find only these until the test is over: other tests have left
 * thousands, of which some commands make a request each.
 */
export function onlyResellers(...uuids: string[]) {
  onTestFinished(amongResellers(...uuids));
}

/** The same until the returned function is called. */
function amongResellers(...uuids: string[]): () => void {
  return onlyItems("resellers", "uuid", uuids);
}

/** Filters the queries of one partition by an attribute. */
function onlyItems(partition: string, attribute: string, values: (string | number)[]) {
  return interceptRequests((command, input) => {
    const { ExpressionAttributeValues, ExpressionAttributeNames, FilterExpression } = input;
    const given = ExpressionAttributeValues as Record<string, unknown> | undefined;
    if (command !== "Query" || given?.[":pk"] !== partition) return;
    const own = Object.fromEntries(values.map((value, index) => [`:own${index}`, value]));
    const isOwn = `#own IN (${Object.keys(own).join(", ")})`;
    Object.assign(input, {
      FilterExpression: FilterExpression ? `(${FilterExpression}) AND ${isOwn}` : isOwn,
      ExpressionAttributeNames: { ...(ExpressionAttributeNames ?? {}), "#own": attribute },
      ExpressionAttributeValues: { ...given, ...own },
    });
  });
}
