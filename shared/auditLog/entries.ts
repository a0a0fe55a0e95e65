import { AuditLogEntry, type AuditLogEntryRecord } from "../entities/auditLogEntry.ts";
import { queryIndex } from "../platform/table/queryIndex.ts";
import { writeIfTrue } from "../platform/table/transact.ts";
import { historyEnds, timestamp } from "../platform/time.ts";
import type { Actor } from "../vocabulary/actor.ts";

export type NewEntry = Omit<AuditLogEntryRecord, "expires_epoch"> & {
  /** The user to whom the record belongs, or who it is. */
  user_uuid?: string;
};

/** The partition of the index `gsi2` with the entries about a user and what belonged to the user. */
export function userLogOf(reseller_uuid: string, user_uuid: string): string {
  return `auditLog#${reseller_uuid}#user#${user_uuid}`;
}

/** Adds an entry to the log of its reseller, unless it is there already. */
export async function putEntry({ user_uuid, ...entry }: NewEntry) {
  const { reseller_uuid } = entry;
  const ofUser = user_uuid && {
    user_log: userLogOf(reseller_uuid, user_uuid),
    user_place: placeOf(entry),
  };
  const expires_epoch = historyEnds(Math.floor(Date.parse(entry.created_at) / 1000));
  await writeIfTrue(() => AuditLogEntry.create({ ...entry, ...ofUser, expires_epoch }).go());
}

/** The entry's place in the log of its reseller. */
function placeOf({ created_at, place, uuid }: Omit<NewEntry, "user_uuid">): string {
  return `${created_at}#${place}#${uuid}`;
}

/** Which entries are wanted: those of this actor, action and record, from `since` to before `until`. */
interface EntryFilter {
  /** The uuid of a key, or a type of actor. */
  actor?: string | undefined;
  action?: string | undefined;
  record?: string | undefined;
  since: Date;
  until: Date;
}

/** A page of a log: at most `limit` entries, older than the one at the place `cursor`. */
interface EntryPage extends EntryFilter {
  cursor?: string | undefined;
  limit: number;
}

/** A query returns a megabyte at most, and the time of a request allows no more of them. */
const MOST_QUERIES = 8;

/**
 * Reads a page of a reseller's log, newest first, and the cursor of the next page. A filtered page ends early
 * when few of the entries that were searched are wanted.
 */
export async function readEntries(
  reseller_uuid: string,
  { since, until, cursor = "", limit, ...filter }: EntryPage,
): Promise<{ records: AuditLogEntryRecord[]; next: string | undefined }> {
  const [from, to] = [timestamp(since), timestamp(until)];
  // DynamoDB refuses bounds in the wrong order.
  if (to <= from || (cursor && cursor <= from)) return { records: [], next: undefined };
  const partition = `auditLog#${reseller_uuid}`;
  const isFiltered = Object.values(filter).some((wanted) => wanted !== undefined);
  const pages = queryIndex(
    { partition, between: [from, to] },
    {
      ScanIndexForward: false,
      ...(!isFiltered && { Limit: limit + 1 }),
      ...(cursor && cursor < to && { ExclusiveStartKey: { pk: partition, sk: cursor } }),
    },
  );
  const entries: AuditLogEntryRecord[] = [];
  let queries = 0;
  for await (const { Items = [], LastEvaluatedKey } of pages) {
    entries.push(...(Items as AuditLogEntryRecord[]).filter((entry) => isWanted(entry, filter)));
    queries += 1;
    if (entries.length > limit) break;
    if (queries === MOST_QUERIES && LastEvaluatedKey) {
      return { records: entries, next: LastEvaluatedKey["sk"] };
    }
  }
  const records = entries.slice(0, limit);
  const last = records.at(-1);
  return { records, next: last && entries.length > limit ? placeOf(last) : undefined };
}

function isWanted(
  entry: AuditLogEntryRecord,
  { actor, action, record }: Omit<EntryFilter, "since" | "until">,
): boolean {
  if (actor !== undefined && !isOf(entry.actor, actor)) return false;
  if (action !== undefined && entry.action !== action) return false;
  return record === undefined || entry.record_uuid === record;
}

function isOf({ type, uuid, name }: Actor, wanted: string): boolean {
  return [type, uuid, name].includes(wanted);
}
