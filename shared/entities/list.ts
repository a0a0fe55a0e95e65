import { CustomAttributeType } from "electrodb";
import { BLOCKS_PER_SEGMENT } from "../platform/table/bitmap.ts";
import { entity, primary, text } from "../platform/table/entity.ts";

/** A copy of a record at its place in a list (`shared/lists`), so that a page is read in one query. */
export const ListEntry = entity(
  "listEntry",
  {
    reseller_uuid: text,
    list: text,
    sequence: { type: "number", required: true, padding: { length: 10, char: "0" } },
    record: { type: CustomAttributeType<Record<string, unknown>>("any"), required: true },
  },
  {
    inOrder: primary("reseller#${reseller_uuid}#${list}", "entry#${sequence}"),
  },
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
export const ListStripe = entity(
  "stripe",
  {
    pk: text,
    sk: text,
    /** In the stripe's first segment: the list's owner is deleted, and nothing may be added. */
    closed: { type: "boolean" },
    /** Seconds since 1970, if the stripe is closed: DynamoDB removes the item afterwards. */
    expires_epoch: { type: "number" },
    ...blocks,
  },
  {
    ofList: {
      pk: { field: "pk", composite: ["pk"], casing: "none" },
      sk: { field: "sk", composite: ["sk"], casing: "none" },
    },
  },
);
