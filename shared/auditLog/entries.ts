import { AuditLogEntry, type AuditLogEntryRecord } from "../entities/auditLogEntry.ts";
import { requireEnv } from "../env.ts";
import { ValidationFailed } from "../errors.ts";
import { queryIndex } from "../table/queryIndex.ts";
import { writeIfTrue } from "../table/transact.ts";
import { timestamp } from "../time.ts";
import type { Actor } from "./actor.ts";

const DAY_SECONDS = 24 * 3600;

/** Whose log has what operators read of no account in particular. */
export const PROVIDER = "provider";

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
  const { reseller_uuid, created_at, place, uuid } = entry;
  const ofUser = user_uuid && {
    user_log: userLogOf(reseller_uuid, user_uuid),
    user_place: `${created_at}#${place}#${uuid}`,
  };
  const days = Number(requireEnv("AUDIT_LOG_DAYS"));
  const expires_epoch = Math.floor(Date.parse(entry.created_at) / 1000) + days * DAY_SECONDS;
  await writeIfTrue(() => AuditLogEntry.create({ ...entry, ...ofUser, expires_epoch }).go());
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

/** A query returns a megabyte at most, and the time of a request allows no more of them. */
const MOST_MEGABYTES = 8;

/** The entries of a reseller, newest first. Throws ValidationFailed if there are too many to be read at once. */
export async function readEntries(
  reseller_uuid: string,
  { actor, action, record, since, until }: EntryFilter,
): Promise<AuditLogEntryRecord[]> {
  const found: AuditLogEntryRecord[] = [];
  // DynamoDB refuses bounds in the wrong order.
  if (since >= until) return found;
  let megabytes = 0;
  const stretch = {
    partition: `auditLog#${reseller_uuid}`,
    between: [timestamp(since), timestamp(until)] as const,
  };
  for await (const { Items = [] } of queryIndex(stretch, { ScanIndexForward: false })) {
    megabytes += 1;
    if (megabytes > MOST_MEGABYTES) {
      const max =
        "There are too many entries to search at once: send since and until closer together";
      throw new ValidationFailed({ since: { max } });
    }
    for (const item of Items as AuditLogEntryRecord[]) {
      if (actor !== undefined && !isOf(item.actor, actor)) continue;
      if (action !== undefined && item.action !== action) continue;
      if (record !== undefined && item.record_uuid !== record) continue;
      found.push(item);
    }
  }
  return found;
}

function isOf({ type, uuid, name }: Actor, wanted: string): boolean {
  return [type, uuid, name].includes(wanted);
}
