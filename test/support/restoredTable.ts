import {
  CreateTableCommand,
  ResourceInUseException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { requireEnv } from "../../shared/env.ts";
import { wireClient } from "../../shared/table/entity.ts";
import { itemsNaming } from "./snapshot.ts";

/** A table as point-in-time recovery makes it. All tests of a process share it. */
export const RESTORED_TABLE = `${requireEnv("TABLE_NAME")}-restored`;

const ITEMS_AT_ONCE = 100;

async function ensureRestoredTable() {
  const keys = ["pk", "sk"] as const;
  const table = {
    TableName: RESTORED_TABLE,
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keys.map((AttributeName, index) => ({
      AttributeName,
      KeyType: index === 0 ? "HASH" : "RANGE",
    })),
    AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
  } as const;
  await wireClient.send(new CreateTableCommand(table as never)).catch((error: Error) => {
    if (!(error instanceof ResourceInUseException)) throw error;
  });
}

/** Puts a reseller's items, as they are now, into the restored table. */
export async function copyToRestoredTable(reseller_uuid: string) {
  await ensureRestoredTable();
  const items = await itemsNaming(reseller_uuid);
  for (let first = 0; first < items.length; first += ITEMS_AT_ONCE) {
    const TransactItems = items
      .slice(first, first + ITEMS_AT_ONCE)
      .map((Item) => ({ Put: { TableName: RESTORED_TABLE, Item } }));
    await wireClient.send(new TransactWriteItemsCommand({ TransactItems }));
  }
}
