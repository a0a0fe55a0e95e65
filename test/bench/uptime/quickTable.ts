import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { tellParent } from "../inChild.ts";

/**
 * A table that takes as long as DynamoDB under any load; the embedded one slows down. It answers the
 * requests of one uptime worker alone: conditions hold, and updated items are not read again.
 */
const ANSWERS_IN_MS = 5;

type Item = Record<string, { S?: string }>;
const items = new Map<string, Item>();
/** The items of the index, by partition and sort key. */
const indexed = new Map<string, Item[]>();
function put(item: Item) {
  items.set(keyOf(item), item);
  const partition = item["gsi1pk"]?.S;
  if (partition === undefined) return;
  const others = indexed.get(partition);
  if (others) others.push(item);
  else indexed.set(partition, [item]);
}
const keyOf = ({ pk, sk }: Item) => `${pk?.S} ${sk?.S}`;

// biome-ignore lint/suspicious/noExplicitAny: requests of the protocol, which the SDK has checked
const actions: Record<string, (input: any) => object> = {
  PutItem({ Item }) {
    put(Item);
    return {};
  },
  BatchWriteItem({ RequestItems }) {
    for (const { PutRequest } of Object.values<{ PutRequest: { Item: Item } }[]>(
      RequestItems,
    ).flat()) {
      put(PutRequest.Item);
    }
    return { UnprocessedItems: {} };
  },
  BatchGetItem({ RequestItems }) {
    const tables = Object.entries<{ Keys: Item[] }>(RequestItems);
    const found = tables.map(([table, { Keys }]) => [
      table,
      Keys.flatMap((key) => items.get(keyOf(key)) ?? []),
    ]);
    return { Responses: Object.fromEntries(found), UnprocessedKeys: {} };
  },
  Query({ IndexName, ExpressionAttributeValues: values }) {
    const all = IndexName ? (indexed.get(values[":pk"].S) ?? []) : [];
    const isWithin = ({ gsi1sk }: Item) =>
      String(gsi1sk?.S) >= values[":from"].S && String(gsi1sk?.S) <= values[":to"].S;
    return { Items: all.filter(isWithin) };
  },
  UpdateItem: () => ({}),
  TransactWriteItems: () => ({}),
};

const server = createServer(async (request, response) => {
  const action = String(request.headers["x-amz-target"]).split(".").at(-1) ?? "";
  const result = actions[action]?.(JSON.parse(await text(request)));
  await setTimeout(ANSWERS_IN_MS);
  response.writeHead(result ? 200 : 400, { "content-type": "application/x-amz-json-1.0" });
  response.end(JSON.stringify(result ?? { __type: "ValidationException", message: action }));
});
server.listen(0, "127.0.0.1", () => tellParent((server.address() as AddressInfo).port));
