import { readEntries } from "../../shared/auditLog/entries.ts";
import type { AuditLogEntryRecord } from "../../shared/entities/auditLogEntry.ts";
import { DAY_MS } from "../../shared/platform/time.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { findOwnResellers } from "./records.ts";

const DEFAULT_DAYS = { one: 30, all: 1 };
const READ_AT_ONCE = 20;

/**
 * Shows who changed what, newest first: in one reseller, also a deleted one, or in all that exist.
 */
export async function readAuditLog({ reseller_uuid, limit, ...filter }: CommandInput<"audit-log">) {
  const days = reseller_uuid === undefined ? DEFAULT_DAYS.all : DEFAULT_DAYS.one;
  const { until = new Date(Date.now() + DAY_MS) } = filter;
  const { since = new Date(Math.min(Date.now(), until.getTime()) - days * DAY_MS) } = filter;
  if (since >= until) throw new WrongInput("--until must be after --since.");
  const logs = reseller_uuid === undefined ? await everyLog() : [reseller_uuid];
  const entries: AuditLogEntryRecord[] = [];
  for (let first = 0; first < logs.length; first += READ_AT_ONCE) {
    const some = logs.slice(first, first + READ_AT_ONCE);
    const pages = some.map((log) => readSome(log, { ...filter, since, until, limit }));
    entries.push(...(await Promise.all(pages)).flat());
  }
  return entries
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1))
    .slice(0, limit)
    .map(describe);
}

async function everyLog(): Promise<string[]> {
  return (await findOwnResellers()).flatMap(({ uuid }) => [uuid, twinOf(uuid)]);
}

async function readSome(log: string, page: Parameters<typeof readEntries>[1]) {
  const { records, next } = await readEntries(log, page);
  if (next === undefined || records.length === page.limit) return records;
  throw new WrongInput(
    `The log of ${log} has too many entries for one search: give --since and --until closer together.`,
  );
}

function orderOf({ created_at, place }: AuditLogEntryRecord): string {
  return `${created_at}#${place}`;
}

/** An entry as operators see it. */
function describe(entry: AuditLogEntryRecord) {
  const { uuid: key = null, name = null, ip = null, user_agent = null, type } = entry.actor;
  return {
    created_at: entry.created_at,
    reseller_uuid: entry.reseller_uuid,
    action: entry.action,
    actor: name ?? type,
    key,
    record: `${entry.record_type} ${entry.record_uuid}`,
    because: entry.cause_uuid === undefined ? null : `${entry.cause_type} ${entry.cause_uuid}`,
    changed_fields: (entry.changed_fields ?? []).join(", "),
    before: entry.before ?? null,
    after: entry.after ?? null,
    ip,
    user_agent,
    request_id: entry.actor.request_id ?? null,
  };
}
