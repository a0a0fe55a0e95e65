import { isDeepStrictEqual } from "node:util";
import { v5 } from "uuid";
import type { AuditAction, AuditedType } from "../../shared/auditLog/actions.ts";
import { type Actor, readActor } from "../../shared/auditLog/actor.ts";
import type { NewEntry } from "../../shared/auditLog/entries.ts";
import type { DeletedRecord } from "../../shared/entities/deleted.ts";
import { BY_CLIENTS, isRestored, type Revised } from "../../shared/lists/deleted.ts";
import { timestamp } from "../../shared/time.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { type AuditedFields, auditedAs } from "./auditedRecords.ts";

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

/** Records of customers, who are people. The log names their changed fields only, so that it needs no erasing. */
const PERSONAL: ReadonlySet<AuditedType> = new Set([
  ...(["user", "report_mails", "business", "website", "competitor"] as const),
  ...(["finding", "maintenance_window"] as const),
]);

/** The fields that differ, before and after a change; a new or removed record has one of the two. */
interface Told {
  before?: AuditedFields;
  after?: AuditedFields;
}

/**
 * The entries of a change in the audit log: the same ones whenever the change comes, and none if nothing
 * that the log tells has changed.
 */
export function entriesOf(change: Change): NewEntry[] {
  if (change.entity === "deleted") return purgeOf(change);
  const as = auditedAs(change.entity);
  const { before, after } = imagesOf<Stored>(change);
  const record = after ?? before;
  if (!as || !record) return [];
  const former = before ? as.tell(before) : {};
  const latter = after ? as.tell(after) : {};
  const actor = actorOf(change);
  const isBack = !before && isRestored(change.entity, record);
  // What the service removes or restores goes with the record that it depends on.
  const isWithOwner = (!after || isBack) && actor.type === "service";
  const owner = isWithOwner ? ownerOf(record) : undefined;
  const reseller_uuid = record.reseller_uuid ?? record.uuid ?? "";
  const isOfUser = as.type === "user" || as.type === "report_mails";
  const user_uuid = isOfUser ? record.uuid : record.user_uuid;
  const isPersonal = PERSONAL.has(as.type);
  const uuids = [...new Set([...Object.keys(former), ...Object.keys(latter)])];
  return uuids.flatMap((uuid) => {
    const told = compare(former[uuid], latter[uuid]);
    if (!told) return [];
    const verb = isBack ? "restored" : verbOf(as.type, told, actor);
    return {
      ...entryOf(change, { reseller_uuid, uuid, type: as.type, verb }),
      actor,
      ...(user_uuid && { user_uuid }),
      ...(owner && { cause_type: owner.type, cause_uuid: owner.uuid }),
      changed_fields: Object.keys({ ...told.before, ...told.after }),
      ...(isPersonal ? {} : valuesOf(told)),
    };
  });
}

function valuesOf({ before, after }: Told) {
  return {
    ...(before && { before: JSON.stringify(before) }),
    ...(after && { after: JSON.stringify(after) }),
  };
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

/** Fields that say when, but not what. */
const TIMES = ["created_at", "updated_at", "last_used_at"];

function compare(
  former: AuditedFields | undefined,
  latter: AuditedFields | undefined,
): Told | undefined {
  if (!former || !latter) {
    return { ...(former && { before: whole(former) }), ...(latter && { after: whole(latter) }) };
  }
  const names = [...new Set([...Object.keys(former), ...Object.keys(latter)])].filter(
    (name) => !TIMES.includes(name) && !isDeepStrictEqual(former[name], latter[name]),
  );
  if (names.length === 0) return undefined;
  const pick = (fields: AuditedFields) =>
    Object.fromEntries(names.map((name) => [name, shorten(fields[name] ?? null)]));
  return { before: pick(former), after: pick(latter) };
}

/** The fields of a new or removed record that are filled, without those that identify it. */
function whole(fields: AuditedFields): AuditedFields {
  const skipped = [...TIMES, "uuid", "reseller_uuid"];
  const filled = Object.entries(fields).filter(
    ([name, value]) =>
      !skipped.includes(name) && value !== undefined && value !== null && value !== "",
  );
  return Object.fromEntries(filled.map(([name, value]) => [name, shorten(value)]));
}

const LONGEST_TEXT = 300;
const LONGEST_JSON = 600;

/** Cuts a long text; of anything else that is long, the beginning of its JSON. */
function shorten(value: unknown): unknown {
  if (typeof value === "string") return cut(value);
  const json = JSON.stringify(value);
  return json.length > LONGEST_JSON ? cut(json) : value;
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text;
}

/** The verb of a change, as the events have it. */
function verbOf(type: AuditedType, { before, after }: Told, actor: Actor): string {
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
