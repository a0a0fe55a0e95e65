import { inflateRawSync } from "node:zlib";
import { Share } from "../../shared/entities/share.ts";
import { sharesOf } from "../../shared/lists/listedKind.ts";
import type { OwnList } from "../../shared/lists/listedKinds.ts";
import { partitionOf, stretchesOf } from "../../shared/lists/stretches.ts";
import { copiesIn, walk } from "../../shared/lists/walk.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { queryIndex, type Stretch } from "../../shared/table/queryIndex.ts";
import { mentions } from "./identifiers.ts";

/** Some records of an export, as JSON; a later call can go on behind them from `after`. */
export interface Piece {
  records: string[];
  after?: string | undefined;
}

/** A kind of records of an export, from a place on: few at a time are in memory. */
export type Stage = (after: string | undefined) => AsyncGenerator<Piece>;

/** The pieces of these stages from a place on, each with the place behind it, if there is one. */
export async function* exported(
  stages: readonly Stage[],
  from: string | undefined,
): AsyncGenerator<{ records: string[]; place: string | undefined }> {
  const begun = from === undefined ? { stage: 0 } : JSON.parse(from);
  for (const [stage, piecesFrom] of stages.entries()) {
    if (stage < begun.stage) continue;
    for await (const { records, after } of piecesFrom(
      stage === begun.stage ? begun.after : undefined,
    )) {
      const place = after === undefined ? undefined : JSON.stringify({ stage, after });
      yield { records, place };
    }
  }
}

/** The stage of the records in a list and in the lists that belong to them. */
export function ofTree(reseller_uuid: string, own: OwnList): Stage {
  return async function* (after) {
    for await (const step of walk({ reseller_uuid }, own, after?.split(".").map(Number))) {
      const place = step.path.join(".");
      if (place !== after) yield* piecesOf(stretchesOf(step.name, step.record), place);
    }
  };
}

/** The stage of the shares of a reseller, or of one of its users. */
export function ofShares(reseller_uuid: string, user_uuid?: string): Stage {
  return async function* (after = "-1") {
    const from = { sequence: Number(after) + 1 };
    for await (const record of copiesIn(sharesOf({ reseller_uuid }), from)) {
      if (user_uuid !== undefined && record["user_uuid"] !== user_uuid) continue;
      const partition = partitionOf(Share, { reseller_uuid, uuid: String(record["uuid"]) });
      yield* piecesOf([{ partition }], String(record["sequence"]));
    }
  };
}

/** The stage of what the audit log tells of a user and of what belongs to it now. */
export function ofUserInLog(user: OwnedKey): Stage {
  return async function* (after) {
    const named = await uuidsOf(user);
    const partition = `auditLog#${user.reseller_uuid}`;
    for await (const { items, last } of pagesOf(partition, after && JSON.parse(after))) {
      const about = items.filter((item) => mentions(JSON.stringify(item), named));
      yield { records: about.flatMap(told), after: JSON.stringify(last) };
    }
  };
}

/** The user and all that belongs to it. */
async function uuidsOf({ reseller_uuid, uuid: user_uuid }: OwnedKey): Promise<Set<string>> {
  const found = new Set([user_uuid]);
  const own: OwnList = { name: "business", place: { reseller_uuid, user_uuid } };
  for await (const { record } of walk({ reseller_uuid }, own)) found.add(record.uuid);
  for await (const share of copiesIn(sharesOf({ reseller_uuid }), { sequence: 0 }))
    if (share["user_uuid"] === user_uuid) found.add(String(share["uuid"]));
  return found;
}

/** What is stored in these places. Usually each is one page: they are read at once. */
export async function* piecesOf(stretches: Stretch[], after?: string): AsyncGenerator<Piece> {
  const readings = stretches.map((stretch) => queryIndex(stretch, { ConsistentRead: true }));
  const first = await Promise.all(readings.map((reading) => reading.next()));
  for (const [index, reading] of readings.entries()) {
    yield { records: (first[index]?.value?.Items ?? []).flatMap(told) };
    for await (const { Items = [] } of reading) yield { records: Items.flatMap(told) };
  }
  yield { records: [], after };
}

type Item = Record<string, unknown>;

/** A partition from a key on, page by page, with the key of the last item if there are others. */
export async function* pagesOf(
  partition: string,
  key: Item | undefined,
): AsyncGenerator<{ items: Item[]; last: Item | undefined }> {
  const options = { ConsistentRead: true, ExclusiveStartKey: key };
  for await (const { Items = [], LastEvaluatedKey: last } of queryIndex({ partition }, options))
    yield { items: Items, last };
}

/** What exports tell, by ElectroDB's name of the entity. */
export const exportedEntities: ReadonlySet<string> = new Set([
  ...["reseller", "plan", "customFields", "webhook", "delivery"],
  ...["user", "mail", "reportMails", "business", "competitor", "share"],
  ...["website", "check", "downtime", "uptimeDay", "maintenance"],
  ...["feedItem", "websiteFindings", "findingMarks", "auditLogEntry"],
]);

/** The parts of keys, what keeps lists and workers in order, and secrets. */
const UNTOLD =
  /^(?:pk|sk|gsi\d[ps]k|__edb_\w__|changed_by|reseller_uuid|secret|retired_secrets|token_uuid|answers|place|shard|due_at|prefix|expires_epoch|claimed_\w+|\w*sequence|revision)$/;

/** An item as an export tells it, if it does. */
export function told(item: Item): string[] {
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
