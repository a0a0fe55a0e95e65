import { Deleted } from "../../../shared/entities/deleted.ts";
import { EmailAddress, emailAddressKey } from "../../../shared/entities/emailAddress.ts";
import { RecordNotFound, TooBusy, ValidationFailed } from "../../../shared/errors.ts";
import { changeListed, unlessGone } from "../../../shared/lists/changeListed.ts";
import { BY_CLIENTS, markRestored } from "../../../shared/lists/deleted.ts";
import { isErased, isNotErased } from "../../../shared/lists/erasures.ts";
import { type AnyListed, type ListedName, listedKinds } from "../../../shared/lists/listedKinds.ts";
import type { Source, Step } from "../../../shared/lists/walk.ts";
import { moveWebsite } from "../../../shared/lists/websites.ts";
import { batchGet, lookup } from "../../../shared/table/batch.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { write } from "../../../shared/table/transact.ts";
import { recreate, takeNumbers } from "../../cleanup/bringBack.ts";
import { settle } from "../../cleanup/settle.ts";
import { restore } from "../../deleted/restore.ts";
import { placeOf } from "../../deleted/revive.ts";
import { differences } from "./differences.ts";
import { copyHistory } from "./history.ts";
import type { Tally } from "./outcome.ts";

const WRITTEN_AT_ONCE = 8;
const ERASED = "The user was erased for good";

/** There was no time left to finish a step; what is done of it stays. */
export class OutOfTime extends Error {}

/** A call of the command. */
export interface Restoration {
  source: Source;
  isDry: boolean;
  hasTime(): boolean;
  tally: Tally;
  /** The records whose lists are filled, or being filled, by this call. */
  settled: Map<string, Promise<void>>;
}

/** Puts back records that are missing, and sets back those that people have changed; parents first. */
export async function restoreRecords(steps: Step[], restoration: Restoration) {
  const byName = Map.groupBy(steps, ({ name }) => name);
  for (const name of Object.keys(listedKinds) as ListedName[]) {
    const ofKind = byName.get(name) ?? [];
    const present = await batchGet(
      ...ofKind.map(({ record: { reseller_uuid, uuid } }) => {
        return lookup(listedKinds[name].entity as never, { reseller_uuid, uuid });
      }),
    );
    for (let first = 0; first < ofKind.length; first += WRITTEN_AT_ONCE) {
      const some = ofKind.slice(first, first + WRITTEN_AT_ONCE);
      await Promise.all(
        some.map((step, index) =>
          restoreRecord(step, present[first + index] as AnyListed | undefined, restoration),
        ),
      );
    }
  }
}

async function restoreRecord(step: Step, present: AnyListed | undefined, restoration: Restoration) {
  const { isDry, tally } = restoration;
  const { name, record } = step;
  if (!present) {
    const isPerson = name === "user";
    if (isPerson && (await isErased(keyOf(record))))
      return tally.refuse({ uuid: record.uuid, type: name, why: ERASED });
    if (isDry) return tally.add(name, "put_back");
    const why = await putBack(step, restoration);
    if (why !== undefined) return tally.refuse({ uuid: record.uuid, type: name, why });
  }
  const key = keyOf(record);
  const { data: now } = present && isDry ? { data: present } : await listedKinds[name].get(key);
  if (!now) return tally.refuse({ uuid: record.uuid, type: name, why: "Somebody else deleted it" });
  const different = Object.keys(differences(name, now, record)).length > 0;
  if (different && !isDry) await setBack(step);
  return tally.add(name, present ? (different ? "set_back" : "unchanged") : "put_back");
}

function keyOf({ reseller_uuid, uuid }: AnyListed): OwnedKey {
  return { reseller_uuid, uuid };
}

async function setBack({ name, record }: Step) {
  const key = keyOf(record);
  if (name === "website") {
    await unlessGone(moveWebsite(key, { hostname: String(record["hostname"]) }));
    return;
  }
  const change = changeListed(listedKinds[name], key, (found) => ({
    set: differences(name, found, record),
  }));
  await unlessGone(change);
}

/** Puts a missing record back; returns why that can't be done. */
async function putBack(step: Step, restoration: Restoration): Promise<string | undefined> {
  const { name, record } = step;
  const owner = ownerOf(step);
  if (owner) {
    const { data } = await listedKinds[owner.name].get(owner.key);
    if (!data) return `Its ${owner.name} is not there`;
    await fillLists(owner, restoration);
    if ((await listedKinds[name].get(keyOf(record))).data) return undefined;
  }
  await copyHistory(restoration.source, step);
  try {
    // What a client has deleted within the last seven days comes back as by any other restore.
    await restore(keyOf(record));
    return undefined;
  } catch (error) {
    if (error instanceof RecordNotFound) return await putBackOld(step);
    if (!(error instanceof ValidationFailed)) throw error;
    return Object.values(error.errors).flatMap((rules) => Object.values(rules))[0];
  }
}

interface Owner {
  name: ListedName;
  key: OwnedKey;
}

function ownerOf({ name, record }: Step): Owner | undefined {
  const { reseller_uuid } = record;
  if (name === "user") return undefined;
  const [owner, uuid] =
    name === "business"
      ? (["user", record["user_uuid"]] as const)
      : (["business", record["business_uuid"]] as const);
  return { name: owner, key: { reseller_uuid, uuid: String(uuid) } };
}

/** Opens the lists of a record that came back and fills them with what was deleted with it, once in a call. */
async function fillLists({ name, key }: Owner, { settled, hasTime }: Restoration) {
  const fill = async () => {
    for await (const _ of settle(name, key)) if (!hasTime()) throw new OutOfTime();
  };
  const known = settled.get(key.uuid) ?? fill();
  settled.set(key.uuid, known);
  await known;
}

/** Puts back a record whose deletion can't be undone any more. */
async function putBackOld({ name, record }: Step): Promise<string | undefined> {
  const kind = listedKinds[name];
  const { reseller_uuid, uuid } = record;
  const place = placeOf(record);
  const numbers = await takeNumbers(kind, { place, reseller_uuid, count: 1 });
  if (!numbers) return "What it belongs to is not there";
  const claim = emailAddressKey(reseller_uuid, String(record["email"]));
  const ended = { reseller_uuid, place: BY_CLIENTS, uuid };
  const { data: deleted } = await Deleted.get(ended).go({ consistent: true });
  const isDone = await recreate(name, laterThanAny(record), {
    sequence: numbers.sequence,
    account_sequence: numbers.account?.first,
    also: [
      ...(name === "user"
        ? [
            write(EmailAddress, (email) => email.create({ ...claim, user_uuid: uuid }).commit()),
            isNotErased(keyOf(record)),
          ]
        : []),
      ...(deleted?.record ? [markRestored(deleted)] : []),
    ],
  });
  if (isDone || (await kind.get(keyOf(record))).data) return undefined;
  if (name === "user" && (await isErased(keyOf(record)))) return ERASED;
  const { data: claimed } = await EmailAddress.get(claim).go({ consistent: true });
  if (name === "user" && claimed) return "Email belongs to another user now";
  throw new TooBusy("A list is being emptied");
}

/** Its later revisions are unknown, and events are in the order of revisions: seconds since 1970 are beyond any. */
function laterThanAny(record: AnyListed): AnyListed {
  return { ...record, revision: Math.max(record.revision, Math.floor(Date.now() / 1000)) };
}
