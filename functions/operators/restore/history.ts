import { type QueryCommandOutput, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { historyOf } from "../../../shared/lists/stretches.ts";
import type { Source, Step } from "../../../shared/lists/walk.ts";
import { tableConfiguration } from "../../../shared/table/entity.ts";
import { queryIndex, type Stretch } from "../../../shared/table/queryIndex.ts";
import { ConditionFailed, retryOnConflict } from "../../../shared/table/transact.ts";
import { untilDecided } from "../../../shared/table/untilDecided.ts";

const ITEMS_AT_ONCE = 25;

type Item = NonNullable<QueryCommandOutput["Items"]>[number];

/**
 * Copies what the source has beside a record: a website's uptime, feed, findings and maintenance, a user's mails
 * and reports. Items that are there stay as they are, so that a call can be repeated.
 */
export async function copyHistory(source: Source, { name, record }: Step) {
  for (const stretch of historyOf(name, record)) {
    const former = await read({ ...stretch, table: source.table });
    const kept = former.filter(({ sk, expires_epoch: end }) => sk !== name && !isOver(end));
    if (kept.length > 0) await retryOnConflict(() => putMissing(kept, stretch));
  }
}

function isOver(expires_epoch: unknown): boolean {
  return typeof expires_epoch === "number" && expires_epoch * 1000 < Date.now();
}

async function read(stretch: Stretch, ProjectionExpression?: string): Promise<Item[]> {
  const items: Item[] = [];
  const options = { ConsistentRead: true, ...(ProjectionExpression && { ProjectionExpression }) };
  for await (const { Items = [] } of queryIndex(stretch, options)) items.push(...Items);
  return items;
}

async function putMissing(items: Item[], stretch: Stretch) {
  const present = new Set((await read(stretch, "sk")).map(({ sk }) => sk));
  const missing = items.filter(({ sk }) => !present.has(sk));
  const { table: TableName, client } = tableConfiguration;
  for (let first = 0; first < missing.length; first += ITEMS_AT_ONCE) {
    const TransactItems = missing.slice(first, first + ITEMS_AT_ONCE).map((Item) => ({
      Put: { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" },
    }));
    const isDone = await untilDecided((ClientRequestToken) =>
      client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken })),
    );
    if (!isDone) throw new ConditionFailed("Somebody else has put an item there");
  }
}
