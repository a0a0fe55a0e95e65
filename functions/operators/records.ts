import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import { Competitor, type CompetitorRecord } from "../../shared/entities/competitor.ts";
import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { isClosed, Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { User, type UserRecord } from "../../shared/entities/user.ts";
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { readWebsites } from "../../shared/lists/readAccount.ts";
import { findPlaces } from "../../shared/lists/search.ts";
import { foldHost, foldName } from "../../shared/lists/searchTexts.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import { uuidOf } from "../../shared/platform/table/queryIndex.ts";
import { findResellers } from "../../shared/resellers/closedResellers.ts";
import { type NamedKind, WrongInput } from "./definition.ts";

/** @file Finds records by their uuid or name, whichever reseller they belong to. */

/** The records of a reseller that have a uuid. */
interface Owned {
  user: UserRecord;
  business: BusinessRecord;
  website: WebsiteRecord;
  competitor: CompetitorRecord;
  webhook: WebhookRecord;
  plan: PlanRecord;
}
type OwnedKind = keyof Owned;

/** Every kind of record that operators can name by its uuid. */
interface Records extends Owned {
  reseller: ResellerRecord;
  key: ApiKeyRecord;
}
type Kind = keyof Records;

/** A record with its kind. */
export type AnyRecord<K extends Kind = Kind> = K extends Kind
  ? { kind: K; record: Records[K] }
  : never;

/** For each kind: its entity, and the command that finds a record of it. */
const owned = {
  user: { entity: User, foundBy: '"find EMAIL"' },
  business: { entity: Business, foundBy: '"find NAME"' },
  website: { entity: Website, foundBy: '"find HOST"' },
  competitor: { entity: Competitor, foundBy: '"find HOST"' },
  webhook: { entity: Webhook, foundBy: '"api GET /v1/webhooks"' },
  plan: { entity: Plan, foundBy: '"plan list"' },
};
const ownedKinds = Object.keys(owned) as OwnedKind[];

/** All resellers without sandboxes, oldest first. May miss one created within the last second. */
export async function findOwnResellers(): Promise<ResellerRecord[]> {
  return (await findResellers()).filter(({ sandbox_of }) => sandbox_of === undefined);
}

/** The reseller with this uuid; throws WrongInput if it does not exist. */
export async function requireReseller(uuid: string): Promise<ResellerRecord> {
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (data !== null) return data;
  throw new WrongInput(`There is no reseller ${uuid}: "reseller list" lists them.`);
}

/** A reseller whose records may change; throws WrongInput if it is closed. */
export async function requireOpenReseller(uuid: string): Promise<ResellerRecord> {
  const reseller = await requireReseller(uuid);
  if (!isClosed(reseller)) return reseller;
  if (reseller.deleting_since === undefined) {
    throw new WrongInput(
      `Reseller ${uuid} is closed (since ${reseller.closed_at}): "reseller reopen" opens it again.`,
    );
  }
  throw new WrongInput(`Reseller ${uuid} is being removed (since ${reseller.deleting_since}).`);
}

/** Finds a record of any reseller by its uuid; undefined if none has this kind. */
export async function findOwned<K extends OwnedKind>(
  kind: K,
  uuid: string,
): Promise<Owned[K] | undefined> {
  return (await findIn([kind], uuid))?.record as Owned[K] | undefined;
}

/** Finds a record of these kinds by its uuid: asks for it under each reseller's key, a hundred at a time. */
async function findIn(kinds: OwnedKind[], uuid: string): Promise<AnyRecord<OwnedKind> | undefined> {
  const { data: resellers } = await Reseller.query.all({}).go({ pages: "all" });
  const places = resellers.flatMap(({ uuid: reseller_uuid }) =>
    kinds.map((kind) => ({ kind, key: { reseller_uuid, uuid } })),
  );
  const records = await batchGet(
    ...places.map(({ kind, key }) => lookup<Owned[OwnedKind]>(owned[kind].entity, key)),
  );
  const index = records.findIndex((record) => record !== undefined);
  return index < 0
    ? undefined
    : ({ kind: places[index]?.kind, record: records[index] } as AnyRecord<OwnedKind>);
}

/** As `findOwned`, but throws WrongInput if there is no such record. */
export async function requireOwned<K extends OwnedKind>(kind: K, uuid: string): Promise<Owned[K]> {
  const record = await findOwned(kind, uuid);
  if (record === undefined) throw noRecord(kind, uuid);
  return record;
}

/** As `requireOwned`, for a command that changes the record; throws WrongInput if its reseller is closed. */
export async function requireChangeable<K extends OwnedKind>(kind: K, uuid: string) {
  const record = await requireOwned(kind, uuid);
  await requireOpenReseller(record.reseller_uuid);
  return record;
}

export function noRecord(kind: OwnedKind, uuid: string) {
  return new WrongInput(`There is no ${kind} ${uuid}: ${owned[kind].foundBy} shows it.`);
}

/** Finds a record of any kind by its uuid. */
export async function findAny(uuid: string): Promise<AnyRecord | undefined> {
  const [reseller, key, record] = await Promise.all([
    Reseller.get({ uuid }).go({ consistent: true }),
    ApiKey.get({ uuid }).go({ consistent: true }),
    findIn(ownedKinds, uuid),
  ]);
  if (reseller.data) return { kind: "reseller", record: reseller.data };
  return key.data ? { kind: "key", record: key.data } : record;
}

/** A record as a line of a table. */
export interface Line {
  kind: Kind;
  uuid: string;
  /** Host name, e-mail address, endpoint or name. */
  name: string;
}

export function lineOf({ kind, record }: AnyRecord): Line {
  return { kind, uuid: record.uuid, name: nameOf(kind, record) };
}

function nameOf(kind: Kind, record: object): string {
  const { hostname, email, endpoint, name } = record as Record<string, string | undefined>;
  // A reseller's `email` is not its name.
  if (kind === "reseller") return name ?? "";
  return hostname ?? email ?? endpoint ?? name ?? "";
}

/** The most uuids that an error lists for an ambiguous name. */
const LISTED = 5;

/** The kinds of records that a command takes by name. */
const named = {
  reseller: { what: "the name", advice: '"reseller list" lists them', find: findResellersCalled },
  website: {
    what: "the host name",
    advice: '"find TEXT" finds those whose host name begins with TEXT',
    find: findWebsitesCalled,
  },
};

/** All resellers with this name, in any case. */
async function findResellersCalled(name: string): Promise<ResellerRecord[]> {
  const resellers = await findResellers();
  return resellers.filter((reseller) => foldName(reseller.name) === foldName(name));
}

/** All websites with this host name. From the index, which may be a second old. */
async function findWebsitesCalled(host: string): Promise<WebsiteRecord[]> {
  const range = { scope: "website", prefix: `${foldHost(host)}#` };
  const websites = await Promise.all(
    (await findResellers()).map(async ({ uuid }) => {
      const places = await findPlaces(uuid, range, { limit: LISTED + 1 });
      return await readWebsites(uuid, places.map(uuidOf));
    }),
  );
  // The prefix "acme#" also finds a name "acme#2".
  return websites.flat().filter(({ hostname }) => foldHost(hostname) === foldHost(host));
}

/** The uuid of the record with this name; throws WrongInput if none or several have it. */
export async function requireUuidOf(kind: NamedKind, name: string): Promise<string> {
  const { what, advice, find } = named[kind];
  const uuids = (await find(name)).map(({ uuid }) => uuid).toSorted();
  const [uuid, ...others] = uuids;
  if (uuid === undefined) throw new WrongInput(`There is no ${kind} "${name}": ${advice}.`);
  if (others.length === 0) return uuid;
  const list = uuids.slice(0, LISTED).join(", ") + (uuids.length > LISTED ? ", …" : "");
  throw new WrongInput(
    `There are several ${kind}s with ${what} "${name}": name one by its uuid (${list}).`,
  );
}
