import type { Update } from "@aws-sdk/client-dynamodb";
import { tableConfiguration } from "./entity.ts";
import { toAttributes } from "./putsLike.ts";

/** The part of an ElectroDB entity that is needed here. */
interface Addressable {
  get(key: never): { params(): object };
  schema: { model: { entity: string; version: string } };
}

/**
 * What DynamoDB takes, over the wire, to add to numbers of an item, which is made with these
 * attributes where there is none: what `upsert(attributes).add(amounts)` of ElectroDB makes, which
 * works on each attribute that the entity may have.
 */
export function addTo(
  entity: Addressable,
  attributes: Record<string, string | number>,
  amounts: Record<string, bigint>,
): Update {
  const { Key } = entity.get(attributes as never).params() as { Key: Record<string, string> };
  const { entity: __edb_e__, version: __edb_v__ } = entity.schema.model;
  const set = { __edb_e__, __edb_v__, ...attributes };
  const named = (values: object, sign: string) =>
    Object.keys(values)
      .map((name) => `#${name} ${sign} :${name}`)
      .join(", ");
  const all = { ...set, ...amounts };
  const rename = (prefix: string, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
  return {
    TableName: tableConfiguration.table,
    Key: toAttributes(Key),
    UpdateExpression: `SET ${named(set, "=")} ADD ${named(amounts, "")}`,
    ExpressionAttributeNames: Object.fromEntries(
      Object.keys(all).map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: rename(":", toAttributes(all)),
  };
}
