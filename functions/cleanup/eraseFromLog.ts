import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { AuditLogEntryRecord } from "../../shared/entities/auditLogEntry.ts";
import { ownedKinds } from "../../shared/entities/erasure.ts";
import { tableConfiguration } from "../../shared/table/entity.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { mentions } from "./identifiers.ts";

type StoredEntry = AuditLogEntryRecord & { pk: string; sk: string };

/**
 * Takes the fields out of the entries about these records, and about others that the log says belonged to
 * them, which join `named`. The entries stay. Returns the webhooks that the log names. Yields after each page.
 */
export async function* eraseFromLog(
  reseller_uuid: string,
  named: Set<string>,
): AsyncGenerator<void, Set<string>> {
  const webhooks = new Set<string>();
  // A record that was removed long ago is known by the entry that names its business.
  for (let known = -1; known < named.size; ) {
    known = named.size;
    const partition = `auditLog#${reseller_uuid}`;
    for await (const { Items = [] } of queryIndex({ partition }, { ConsistentRead: true })) {
      for (const entry of Items as StoredEntry[]) {
        if (entry.record_type === "webhook") webhooks.add(entry.record_uuid);
        else if (isAbout(entry, named)) await eraseFromEntry(entry, named);
      }
      yield;
    }
  }
  return webhooks;
}

function isAbout(entry: StoredEntry, named: ReadonlySet<string>): boolean {
  const { record_uuid, cause_uuid = "", before = "", after = "" } = entry;
  return mentions([record_uuid, cause_uuid, before, after].join(), named);
}

/** Takes the fields out of all entries of a reseller; yields each page before. */
export async function* emptyLog(reseller_uuid: string): AsyncGenerator<StoredEntry[]> {
  const partition = `auditLog#${reseller_uuid}`;
  for await (const { Items = [] } of queryIndex({ partition }, { ConsistentRead: true })) {
    yield Items as StoredEntry[];
    for (const entry of Items) await eraseFromEntry(entry as StoredEntry, new Set());
  }
}

async function eraseFromEntry(entry: StoredEntry, named: Set<string>) {
  const { pk, sk, record_type, record_uuid, before, after } = entry;
  if (ownedKinds.some((kind) => kind === record_type)) named.add(record_uuid);
  if (before === undefined && after === undefined) return;
  // The role may write no other attributes, which ElectroDB would.
  const { client, table } = tableConfiguration;
  const update = new UpdateCommand({
    TableName: table,
    Key: { pk, sk },
    UpdateExpression: "REMOVE #before, #after",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#before": "before", "#after": "after" },
  });
  await client.send(update).catch((error) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The entry has expired meanwhile.
  });
}
