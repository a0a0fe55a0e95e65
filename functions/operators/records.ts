import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import { Competitor, type CompetitorRecord } from "../../shared/entities/competitor.ts";
import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { User, type UserRecord } from "../../shared/entities/user.ts";
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import { WrongInput } from "./definition.ts";
import { noteRead } from "./reads.ts";

/** The records of a reseller that have a uuid. */
interface Owned {
  user: UserRecord;
  business: BusinessRecord;
  website: WebsiteRecord;
  competitor: CompetitorRecord;
  webhook: WebhookRecord;
  plan: PlanRecord;
}
export type OwnedKind = keyof Owned;

/** Every kind of record that operators can name by its uuid. */
export interface Records extends Owned {
  reseller: ResellerRecord;
  key: ApiKeyRecord;
}
export type Kind = keyof Records;

/** A record with its kind. */
export type Found<K extends Kind = Kind> = K extends Kind ? { kind: K; record: Records[K] } : never;

/** For each kind: its entity, the name of its lists, and the command that finds a record of it. */
const owned = {
  user: { entity: User, list: "users", foundBy: '"find EMAIL"' },
  business: { entity: Business, list: "businesses", foundBy: '"find NAME"' },
  website: { entity: Website, list: "websites", foundBy: '"find HOST"' },
  competitor: { entity: Competitor, list: "competitors", foundBy: '"find HOST"' },
  webhook: { entity: Webhook, list: "webhooks", foundBy: '"api GET /v1/webhooks"' },
  plan: { entity: Plan, list: "plans", foundBy: '"plan list"' },
};
const ownedKinds = Object.keys(owned) as OwnedKind[];

/** Finds a record of any reseller by its uuid; undefined if none has this kind. */
export async function findOwned<K extends OwnedKind>(
  kind: K,
  uuid: string,
): Promise<Owned[K] | undefined> {
  return (await findIn([kind], uuid))?.record as Owned[K] | undefined;
}

/** Finds a record of these kinds by its uuid: asks for it under each reseller's key, a hundred at a time. */
async function findIn(kinds: OwnedKind[], uuid: string): Promise<Found<OwnedKind> | undefined> {
  const { data: resellers } = await Reseller.query.all({}).go({ pages: "all" });
  const places = resellers.flatMap(({ uuid: reseller_uuid }) =>
    kinds.map((kind) => ({ kind, key: { reseller_uuid, uuid } })),
  );
  const found = await batchGet(
    ...places.map(({ kind, key }) => lookup<Owned[OwnedKind]>(owned[kind].entity, key)),
  );
  const index = found.findIndex((record) => record !== undefined);
  if (index < 0) return undefined;
  const { kind } = places[index] as (typeof places)[number];
  noteRead(kind, found[index] as Owned[OwnedKind]);
  return { kind, record: found[index] } as Found<OwnedKind>;
}

/** As `findOwned`, but throws WrongInput if there is no such record. */
export async function requireOwned<K extends OwnedKind>(kind: K, uuid: string): Promise<Owned[K]> {
  const record = await findOwned(kind, uuid);
  if (record === undefined) throw noRecord(kind, uuid);
  return record;
}

export function noRecord(kind: OwnedKind, uuid: string) {
  return new WrongInput(`There is no ${kind} ${uuid}: ${owned[kind].foundBy} shows it.`);
}

/** Finds a record of any kind by its uuid. */
export async function findAny(uuid: string): Promise<Found | undefined> {
  const [reseller, key, owned] = await Promise.all([
    Reseller.get({ uuid }).go({ consistent: true }),
    ApiKey.get({ uuid }).go({ consistent: true }),
    findIn(ownedKinds, uuid),
  ]);
  if (reseller.data) {
    noteRead("reseller", reseller.data);
    return { kind: "reseller", record: reseller.data };
  }
  if (key.data) {
    noteRead("key", key.data);
    return { kind: "key", record: key.data };
  }
  return owned;
}

/** A record as a line of a table. */
export interface Line {
  kind: Kind;
  uuid: string;
  /** Host name, e-mail address, endpoint or name. */
  name: string;
}

export function lineOf({ kind, record }: Found): Line {
  return { kind, uuid: record.uuid, name: nameOf(kind, record) };
}

function nameOf(kind: Kind, record: object): string {
  const { hostname, email, endpoint, name } = record as Record<string, string | undefined>;
  // A reseller's `email` is not its name.
  if (kind === "reseller") return name ?? "";
  return hostname ?? email ?? endpoint ?? name ?? "";
}
