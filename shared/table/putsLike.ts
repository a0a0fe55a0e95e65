import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { convertToAttr } from "@aws-sdk/util-dynamodb";
import { tableConfiguration } from "./entity.ts";

/** The part of an ElectroDB entity that is needed here. */
interface Puttable<Attributes> {
  put(record: Attributes): { params(): object };
}

/** What DynamoDB takes to put an item. */
export interface PutParams {
  TableName: string;
  Item: Record<string, AttributeValue>;
}

/**
 * The parameters to put records of the same partition, as they go over the wire, without the work of
 * ElectroDB and of the document client on each, which takes longer than everything else about a
 * record: they make those of the first one, which the others are made after. `sortPart` is what the
 * sort key of a record ends with, and all that it does not share.
 */
export function putsLike<Attributes extends object>(
  entity: Puttable<Attributes>,
  records: Attributes[],
  sortPart: (record: Attributes) => string,
): PutParams[] {
  const [first] = records;
  if (first === undefined) return [];
  const { Item } = entity.put(first).params() as { Item: Record<string, unknown> };
  const ending = sortPart(first);
  const { sk } = Item;
  if (typeof sk !== "string" || !sk.endsWith(ending)) {
    throw new Error(`The sort key ${sk} does not end with ${ending}`);
  }
  const shared = sk.slice(0, sk.length - ending.length);
  const known = toAttributes(Item);
  const { pk, __edb_e__, __edb_v__ } = known;
  return records.map((record) => ({
    TableName: tableConfiguration.table,
    Item: {
      ...toAttributes(record, { values: Item, attributes: known }),
      ...{ pk, sk: { S: shared + sortPart(record) }, __edb_e__, __edb_v__ },
    } as PutParams["Item"],
  }));
}

/**
 * Values as the wire has them, without those that are undefined; one that is the same as in `like`
 * has the same attribute.
 */
export function toAttributes(
  values: object,
  like?: { values: Record<string, unknown>; attributes: PutParams["Item"] },
): PutParams["Item"] {
  const attributes: PutParams["Item"] = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const known = like?.values[name] === value ? like?.attributes[name] : undefined;
    attributes[name] = known ?? convertToAttr(value, { removeUndefinedValues: true });
  }
  return attributes;
}
