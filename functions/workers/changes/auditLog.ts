import { isDeepStrictEqual } from "node:util";
import { v5 } from "uuid";
import { type NewEntry, putEntry } from "../../../shared/auditLog/entries.ts";
import type { DeletedRecord } from "../../../shared/entities/deleted.ts";
import { BY_CLIENTS, isRestored, type Revised } from "../../../shared/lists/deleted.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import type { AuditAction, AuditedType } from "../../../shared/vocabulary/actions.ts";
import { type Actor, readActor } from "../../../shared/vocabulary/actor.ts";
import { type Change, imagesOf } from "../../../shared/webhooks/change.ts";
import { type AuditedFields, auditedAs, recordsOf } from "./auditedRecords.ts";
import { perRecord } from "./part.ts";

/** The namespace of the entries' identifiers (RFC 9562, 5.5): an arbitrary UUID that never changes. */
const NAMESPACE = "5d0c1a3e-2f64-4b8e-9c57-7a1f0e4b6d92";

/** Digits of the longest sequence number of a stream. */
const PLACE_DIGITS = 40;

/** The attributes that every audited record has. */
interface Stored extends Revised {
  uuid?: string;
  reseller_uuid?: string;
  user_uuid?: string;
  business_uuid?: string;
  changed_by?: string;
}

/** Records of people. The log names their changed fields only, so that it needs no erasing. */
const PERSONAL: ReadonlySet<AuditedType> = new Set([
  ...(["user", "report_mails", "business", "website", "competitor", "prospect"] as const),
  ...(["finding", "maintenance_window", "share", "alerts"] as const),
]);

/** The changed fields that are filled, before and after a change; a new or removed record has one of the two. */
interface Difference {
  before?: AuditedFields;
  after?: AuditedFields;
}

/** Adds to the audit log who changed what. */
export const auditLog = perRecord(async (change) => {
  for (const entry of entriesOf(change)) await putEntry(entry);
});

/**
 * The entries of a change in the audit log: the same ones whenever the change comes, and none if no audited
 * field has changed.
 */
function entriesOf(change: Change): NewEntry[] {
  if (change.entity === "deleted") return purgeOf(change);
  const as = auditedAs(change.entity);
  const { before, after } = imagesOf<Stored>(change);
  const record = after ?? before;
  if (!as || !record) return [];
  const former = before ? recordsOf(as, before) : {};
  const latter = after ? recordsOf(as, after) : {};
  const actor = actorOf(change);
  const isBack = !before && isRestored(change.entity, record);
  // What the service removes or restores goes with the record that it depends on.
  const isWithOwner = (!after || isBack) && actor.type === "service";
  const owner = isWithOwner ? ownerOf(record) : undefined;
  const reseller_uuid = record.reseller_uuid ?? record.uuid ?? "";
  const isOfUser = as.type === "user" || as.type === "report_mails";
  const user_uuid = isOfUser ? record.uuid : record.user_uuid;
  const uuids = [...new Set([...Object.keys(former), ...Object.keys(latter)])];
  return uuids.flatMap((uuid) => {
    const { before, after } = compare(former[uuid], latter[uuid]);
    const changed_fields = Object.keys({ ...before, ...after });
    if (changed_fields.length === 0) return [];
    const verb = isBack ? "restored" : verbOf(as.type, { before, after }, actor);
    return {
      ...entryOf(change, { reseller_uuid, uuid, type: as.type, verb }),
      actor,
      ...(user_uuid && { user_uuid }),
      ...(owner && { cause_type: owner.type, cause_uuid: owner.uuid }),
      changed_fields,
      ...(!PERSONAL.has(as.type) && {
        ...(before && { before: JSON.stringify(before) }),
        ...(after && { after: JSON.stringify(after) }),
      }),
    };
  });
}

/** A user is erased, or the days are over in which a client's deletion could be undone. What goes with it goes unsaid. */
function purgeOf(change: Change): NewEntry[] {
  const { before, after } = imagesOf<DeletedRecord>(change);
  const record = after ?? before;
  const isErased = after?.is_erased === true && !before?.is_erased;
  const isOver = !after && before?.record !== undefined && before.place === BY_CLIENTS;
  if (!record || record.kind === "check" || !(isErased || isOver)) return [];
  const { reseller_uuid, uuid, kind: type } = record;
  const entry = entryOf(change, { reseller_uuid, uuid, type, verb: "purged" });
  return [{ ...entry, actor: isErased ? actorOf(change) : readActor(undefined) }];
}

/** What identifies an entry. The place keeps the changes of a second in their order. */
function entryOf(
  { at, sequence_number }: Change,
  record: { reseller_uuid: string; uuid: string; type: AuditedType; verb: string },
) {
  const { reseller_uuid, uuid, type, verb } = record;
  const action = `${type}.${verb}` as AuditAction;
  return {
    reseller_uuid,
    uuid: v5([reseller_uuid, action, uuid, sequence_number].join("/"), NAMESPACE),
    created_at: timestamp(at),
    place: sequence_number.padStart(PLACE_DIGITS, "0"),
    action,
    record_type: type,
    record_uuid: uuid,
  };
}

/** Who made a change. A record that was not written in an actor's name was changed by the service. */
function actorOf(change: Change): Actor {
  const { before, after } = imagesOf<Stored>(change);
  if (after)
    return readActor(after.changed_by === before?.changed_by ? undefined : after.changed_by);
  const { removes, ...actor } = readActor(before?.changed_by);
  const isRemoval = removes !== undefined && change.at.getTime() < removes + REMOVED_MS;
  return isRemoval ? actor : readActor(undefined);
}

/** A deletion that has not removed its record by then has failed. */
const REMOVED_MS = 60_000;

/** The record that another one is removed or restored with. */
function ownerOf({ business_uuid, user_uuid, reseller_uuid }: Stored): Owner | undefined {
  if (business_uuid) return { type: "business", uuid: business_uuid };
  if (user_uuid) return { type: "user", uuid: user_uuid };
  return reseller_uuid === undefined ? undefined : { type: "account", uuid: reseller_uuid };
}

interface Owner {
  type: AuditedType;
  uuid: string;
}

function compare(former?: AuditedFields, latter?: AuditedFields): Difference {
  if (!former || !latter) {
    return {
      ...(former && { before: shorten(former) }),
      ...(latter && { after: shorten(latter) }),
    };
  }
  const names = Object.keys({ ...former, ...latter }).filter(
    (name) => !isDeepStrictEqual(former[name], latter[name]),
  );
  const pick = (fields: AuditedFields) =>
    shorten(Object.fromEntries(names.map((name) => [name, fields[name] ?? null])));
  return { before: pick(former), after: pick(latter) };
}

const LONGEST_TEXT = 500;

/** Cuts long texts; of anything else that is long, keeps the beginning of its JSON. */
function shorten(fields: AuditedFields): AuditedFields {
  const shortened = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const isLong = text.length > LONGEST_TEXT;
    return [name, isLong ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : value];
  });
  return Object.fromEntries(shortened);
}

/** The verb of a change, as the events have it. */
function verbOf(type: AuditedType, { before, after }: Difference, actor: Actor): string {
  const began = (name: string) => Boolean(after?.[name]) && !before?.[name];
  const ended = (name: string) => Boolean(before?.[name]) && !after?.[name];
  if (type === "finding") {
    if (began("ignored_at")) return "ignored";
    return ended("ignored_at") ? "opened" : "noted";
  }
  if (type === "report_mails") {
    if (began("unsubscribed_at")) return "unsubscribed";
    return ended("unsubscribed_at") ? "resubscribed" : "updated";
  }
  if (type === "alerts") return "updated";
  if (!before) return type === "user" ? "onboarded" : "created";
  if (!after) return "deleted";
  if (type === "user" && began("suspended_at")) return "suspended";
  if (type === "user" && ended("suspended_at")) return "resumed";
  if (type === "webhook" && began("disabled_at")) return "disabled";
  if (type === "webhook" && ended("disabled_at")) return "enabled";
  if (type === "webhook" && "secret_generation" in after) return "secret_rotated";
  if (type === "api_key" && began("revoked_at")) return "revoked";
  if (type === "competitor" && actor.type === "service") return "enriched";
  return "updated";
}
