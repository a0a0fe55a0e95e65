import {
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { tableConfiguration } from "./entity.ts";

/** A partition of an index, or the sort keys in it with a prefix or between two values, both included. */
export interface Stretch {
  index: "gsi1" | "gsi2";
  partition: string;
  prefix?: string;
  between?: readonly [from: string, to: string];
}

/**
 * The pages of a stretch of an index as stored items, which saves ElectroDB's work on each attribute.
 * Items written within the last second may be missing.
 */
export async function* queryIndex(
  { index, partition, prefix, between }: Stretch,
  options: Pick<
    QueryCommandInput,
    "Limit" | "ProjectionExpression" | "ScanIndexForward" | "Select"
  > = {},
): AsyncGenerator<QueryCommandOutput> {
  const { table, client } = tableConfiguration;
  const [condition, values] = between
    ? [" AND #sk BETWEEN :from AND :to", { ":from": between[0], ":to": between[1] }]
    : prefix
      ? [" AND begins_with(#sk, :prefix)", { ":prefix": prefix }]
      : ["", {}];
  let ExclusiveStartKey: QueryCommandOutput["LastEvaluatedKey"];
  do {
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        ...options,
        TableName: table,
        IndexName: index,
        KeyConditionExpression: `#pk = :pk${condition}`,
        ExpressionAttributeNames: {
          "#pk": `${index}pk`,
          ...(condition && { "#sk": `${index}sk` }),
        },
        ExpressionAttributeValues: { ":pk": partition, ...values },
        ExclusiveStartKey,
      }),
    );
    yield page;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}
