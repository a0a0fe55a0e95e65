import { tableConfiguration } from "./entity.ts";

/** The part of an ElectroDB entity that is needed here. */
interface Puttable<Attributes> {
  put(record: Attributes): { params(): object };
}

/** What DynamoDB takes to put an item. */
export interface PutParams {
  TableName: string;
  Item: Record<string, unknown>;
}

/**
 * The parameters to put records of the same partition, without ElectroDB's work on each, which takes
 * longer than everything else about a record: it makes those of the first one, which the others are
 * made after. `sortPart` is what the sort key of a record ends with, and all that it does not share.
 */
export function putsLike<Attributes extends object>(
  entity: Puttable<Attributes>,
  records: Attributes[],
  sortPart: (record: Attributes) => string,
): PutParams[] {
  const [first] = records;
  if (first === undefined) return [];
  const { Item } = entity.put(first).params() as PutParams;
  const { pk, sk, __edb_e__, __edb_v__ } = Item as Record<string, string>;
  const ending = sortPart(first);
  if (!sk?.endsWith(ending)) throw new Error(`The sort key ${sk} does not end with ${ending}`);
  const shared = sk.slice(0, sk.length - ending.length);
  const TableName = tableConfiguration.table;
  return records.map((record) => ({
    TableName,
    Item: { ...record, pk, sk: shared + sortPart(record), __edb_e__, __edb_v__ },
  }));
}
