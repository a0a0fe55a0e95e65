import {
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { tableConfiguration } from "./entity.ts";

/** A partition of the table or an index, or its sort keys with a prefix or between two values, both included. */
export interface Stretch {
  /** Default: the table itself. */
  index?: "gsi1" | "gsi2";
  partition: string;
  prefix?: string;
  between?: readonly [from: string, to: string];
}

/**
 * Reads a stretch, page by page, as stored items: ElectroDB would take longer. Items of the last second may
 * be missing in an index.
 */
export async function* queryIndex(
  { index, partition, prefix, between }: Stretch,
  options: Pick<
    QueryCommandInput,
    | "ConsistentRead"
    | "ExclusiveStartKey"
    | "Limit"
    | "ProjectionExpression"
    | "ScanIndexForward"
    | "Select"
  > = {},
): AsyncGenerator<QueryCommandOutput> {
  const { table, client } = tableConfiguration;
  const [condition, values] = between
    ? [" AND #sk BETWEEN :from AND :to", { ":from": between[0], ":to": between[1] }]
    : prefix
      ? [" AND begins_with(#sk, :prefix)", { ":prefix": prefix }]
      : ["", {}];
  let { ExclusiveStartKey } = options;
  do {
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        ...options,
        TableName: table,
        IndexName: index,
        KeyConditionExpression: `#pk = :pk${condition}`,
        ExpressionAttributeNames: {
          "#pk": `${index ?? ""}pk`,
          ...(condition && { "#sk": `${index ?? ""}sk` }),
        },
        ExpressionAttributeValues: { ":pk": partition, ...values },
        ExclusiveStartKey,
      }),
    );
    yield page;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}

/** The sort keys to read. */
interface KeySlice {
  /** Only keys after this one, which is where the stretch begins. */
  after?: string | undefined;
  /** The most keys to return. */
  limit: number;
  isDescending?: boolean;
}

/** The most keys that a request asks for. */
const KEYS_AT_ONCE = 1000;

/** Reads sort keys of a stretch. An index may lack keys that were written within the last second. */
export async function findKeys(
  stretch: Stretch,
  { after, limit, isDescending = false }: KeySlice,
): Promise<string[]> {
  const keys: string[] = [];
  // DynamoDB returns `after` as well.
  const most = limit + (after === undefined ? 0 : 1);
  const options = { ScanIndexForward: !isDescending, Limit: Math.min(KEYS_AT_ONCE, most) };
  for await (const { Items = [] } of queryIndex(stretch, options)) {
    const page = Items.map((item) => String(item[`${stretch.index ?? ""}sk`]));
    keys.push(...page.filter((key) => key !== after));
    if (keys.length >= limit) break;
  }
  return keys.slice(0, limit);
}

/** Of a sort key `text#uuid`, which orders records by a text: the text. */
export function textOf(place: string): string {
  return place.slice(0, place.lastIndexOf("#"));
}

/** The uuid of such a sort key. */
export function uuidOf(place: string): string {
  return place.slice(place.lastIndexOf("#") + 1);
}
