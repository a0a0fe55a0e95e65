import { inflateRawSync } from "node:zlib";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import { mentions } from "../../shared/identifiers.ts";
import {
  businessesOf,
  competitorsOf,
  type List,
  sharesOf,
  websitesOf,
} from "../../shared/lists/listedKind.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { exportedEntities } from "./exportedEntities.ts";

/** A record of a user's tree, whose partitions an export reads. */
export interface Branch {
  kind: "user" | "business" | "website" | "competitor" | "share";
  uuid: string;
}

/** The parts of keys, what keeps lists and workers in order, and secrets. */
const UNTOLD =
  /^(?:pk|sk|gsi\d[ps]k|__edb_\w__|changed_by|reseller_uuid|secret|retired_secrets|token_uuid|answers|place|shard|due_at|prefix|expires_epoch|claimed_\w+|\w*sequence|revision)$/;

/** The user and all that belongs to it, in an order that stays the same. */
export async function findBranches({ reseller_uuid, uuid }: OwnedKey): Promise<Branch[]> {
  const businesses = await uuidsIn(businessesOf({ reseller_uuid, user_uuid: uuid }));
  const found: Branch[] = [{ kind: "user", uuid }];
  for (const business_uuid of businesses) {
    const place = { reseller_uuid, business_uuid };
    found.push({ kind: "business", uuid: business_uuid });
    for (const each of await uuidsIn(websitesOf(place)))
      found.push({ kind: "website", uuid: each });
    for (const each of await uuidsIn(competitorsOf(place)))
      found.push({ kind: "competitor", uuid: each });
  }
  const isOwn = (record: Record<string, unknown>) => record["user_uuid"] === uuid;
  for (const each of await uuidsIn(sharesOf({ reseller_uuid }), isOwn))
    found.push({ kind: "share", uuid: each });
  return found.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
}

export async function uuidsIn(
  list: List,
  isWanted: (record: Record<string, unknown>) => boolean = () => true,
): Promise<string[]> {
  const { data } = await ListEntry.query.inOrder(list).go({ consistent: true, pages: "all" });
  return data.flatMap(({ record }) => (isWanted(record) ? String(record["uuid"]) : []));
}

/** All that is stored of a record, as JSON. */
export async function recordsOf(reseller_uuid: string, { kind, uuid }: Branch): Promise<string[]> {
  const own = `reseller#${reseller_uuid}#${kind}#${uuid}`;
  const partitions = {
    user: [own],
    business: [own, `${own}#findings`],
    website: [
      ...[own, `${own}#checks`, `${own}#uptime`, `${own}#maintenance`],
      `reseller#${reseller_uuid}#feed#${uuid}`,
    ],
    competitor: [own],
    share: [own],
  };
  const found: string[] = [];
  for (const partition of partitions[kind]) {
    for await (const { Items = [] } of queryIndex({ partition }, { ConsistentRead: true })) {
      found.push(...Items.flatMap(told));
    }
  }
  return found;
}

/** What the audit log tells of these records. */
export async function entriesAbout(
  reseller_uuid: string,
  named: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  const partition = `auditLog#${reseller_uuid}`;
  for await (const { Items = [] } of queryIndex({ partition }, { ConsistentRead: true })) {
    for (const item of Items) if (mentions(JSON.stringify(item), named)) found.push(...told(item));
  }
  return found;
}

/** An item as an export tells it, if it does. */
export function told(item: Record<string, unknown>): string[] {
  const type = String(item["__edb_e__"]);
  if (!exportedEntities.has(type)) return [];
  const shown = Object.entries(item)
    .filter(([name]) => !UNTOLD.test(name))
    .map(([name, value]) => [name, readable(value)]);
  return [JSON.stringify({ record: type, ...Object.fromEntries(shown) })];
}

function readable(value: unknown): unknown {
  return value instanceof Uint8Array ? JSON.parse(inflateRawSync(value).toString()) : value;
}
