import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import { Competitor, type CompetitorRecord } from "../../shared/entities/competitor.ts";
import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { User, type UserRecord } from "../../shared/entities/user.ts";
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
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

/** The kind of the records in a list, such as `users`. */
export function kindIn(list: string | undefined): OwnedKind | undefined {
  return ownedKinds.find((kind) => owned[kind].list === list);
}

/** Finds a record of any reseller by its uuid, strongly consistent; undefined if none has this kind. */
export async function findOwned<K extends OwnedKind>(
  kind: K,
  uuid: string,
): Promise<Owned[K] | undefined> {
  const { data } = await owned[kind as "user"].entity.query.ofAnyReseller({ uuid }).go();
  const [place] = data;
  if (place === undefined) return undefined;
  const { reseller_uuid } = place;
  const [record] = await batchGet(lookup<Owned[K]>(owned[kind].entity, { reseller_uuid, uuid }));
  if (record) noteRead(kind, record);
  return record;
}

/** As `findOwned`, but throws WrongInput if there is no such record. */
export async function requireOwned<K extends OwnedKind>(kind: K, uuid: string): Promise<Owned[K]> {
  const record = await findOwned(kind, uuid);
  if (record === undefined) throw noRecord(kind, uuid);
  return record;
}

export function noRecord(kind: OwnedKind, uuid: string) {
  return new WrongInput(
    `There is no ${kind} ${uuid}: ${owned[kind].foundBy} shows it. One just created is found within a second.`,
  );
}

/** Finds a record of any kind by its uuid. */
export async function findAny(uuid: string): Promise<Found | undefined> {
  const [reseller, key, ...owned] = await Promise.all([
    Reseller.get({ uuid }).go({ consistent: true }),
    ApiKey.get({ uuid }).go({ consistent: true }),
    ...ownedKinds.map(async (kind) => ({ kind, record: await findOwned(kind, uuid) })),
  ]);
  if (reseller.data) {
    noteRead("reseller", reseller.data);
    return { kind: "reseller", record: reseller.data };
  }
  if (key.data) {
    noteRead("key", key.data);
    return { kind: "key", record: key.data };
  }
  return owned.find(({ record }) => record !== undefined) as Found | undefined;
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
