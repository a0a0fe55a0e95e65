import { CustomAttributeType, Entity } from "electrodb";
import { BLOCKS_PER_SEGMENT } from "../platform/table/bitmap.ts";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** A copy of a record at its place in a list (`shared/lists`), so that a page is read in one query. */
export const ListEntry = new Entity(
  {
    model: { service: "monitoring", entity: "listEntry", version: "1" },
    attributes: {
      reseller_uuid: text,
      list: text,
      sequence: { type: "number", required: true, padding: { length: 10, char: "0" } },
      record: { type: CustomAttributeType<Record<string, unknown>>("any"), required: true },
    },
    indexes: {
      inOrder: {
        pk: key("pk", "reseller#${reseller_uuid}#${list}"),
        sk: key("sk", "entry#${sequence}"),
      },
    },
  },
  tableConfiguration,
);

/** A block's bitmap. DynamoDB's decimal numbers are read as bigint from 2^53 on. */
const bitmap = { type: CustomAttributeType<number | bigint>("any") } as const;
type Blocks = Record<`b${number}`, typeof bitmap>;

/** The blocks of a segment, an attribute each. */
const blocks: Blocks = Object.fromEntries(
  Array.from({ length: BLOCKS_PER_SEGMENT }, (_, block) => [`b${block}`, bitmap]),
);

/**
 * The live sequence numbers in a segment of a stripe (`shared/lists/stripes.ts`). Each page reads all
 * stripes of its list, so items are small: keys are attributes, and names are short.
 */
export const ListStripe = new Entity(
  {
    model: { service: "monitoring", entity: "stripe", version: "1" },
    attributes: {
      pk: text,
      sk: text,
      /** In the stripe's first segment: the number of live records in the whole stripe. */
      live: { type: "number", field: "n" },
      /** In the stripe's first segment: the list's owner is deleted, and nothing may be added. */
      closed: { type: "boolean" },
      /** Seconds since 1970, if the stripe is closed: DynamoDB removes the item afterwards. */
      expires_epoch: { type: "number" },
      ...blocks,
    },
    indexes: {
      ofList: {
        pk: { field: "pk", composite: ["pk"], casing: "none" },
        sk: { field: "sk", composite: ["sk"], casing: "none" },
      },
    },
  },
  tableConfiguration,
);
