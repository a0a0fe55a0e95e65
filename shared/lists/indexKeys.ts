import { hostSearchKeys, type Searched, searchKeys, shardOf } from "../table/searchKeys.ts";
import type { ListedKind, ListedRecord } from "./listedKind.ts";

/** By which operators find a record among those of all resellers. */
export function recordSearchKeys<Listed extends Place & ListedRecord, Place>(
  { foundBy }: ListedKind<Listed, Place>,
  record: Listed,
) {
  return keysOf(foundBy, record, { uuid: record.uuid });
}

/**
 * By which operators find the list's copy of a record among those of its reseller, and in its group;
 * `undefined` for the keys of a group where it is in none.
 */
export function entryKeys<Listed extends Place & ListedRecord, Place>(
  { foundBy, group }: ListedKind<Listed, Place>,
  record: Listed,
) {
  const { uuid, reseller_uuid, account_sequence: number } = record;
  const name = group?.(record);
  return {
    ...keysOf(foundBy, record, { uuid, reseller_uuid, number }),
    group_shard: name === undefined ? undefined : groupShard(name, shardOf(uuid)),
    group_place: name === undefined ? undefined : `${reseller_uuid}#${uuid}`,
  };
}

/** The partition of a shard of a group. */
export function groupShard(group: string, shard: string): string {
  return `${group}#${shard}`;
}

function keysOf(foundBy: "hostname" | "email" | "name", record: object, found: Searched) {
  const text = String((record as Record<string, unknown>)[foundBy]);
  return foundBy === "hostname" ? hostSearchKeys(text, found) : searchKeys(text, found);
}
