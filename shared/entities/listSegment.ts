import { CustomAttributeType, Entity } from "electrodb";
import { BLOCKS_PER_SEGMENT } from "../lists/bitmap.ts";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** A block's bitmap as DynamoDB's decimal numbers come back: a bigint from 2^53 on. */
const bitmap = { type: CustomAttributeType<number | bigint>("any") } as const;
type Blocks = Record<`b${number}`, typeof bitmap>;

/** The blocks of a stretch of a list, an attribute each. */
const blocks: Blocks = Object.fromEntries(
  Array.from({ length: BLOCKS_PER_SEGMENT }, (_, block) => [`b${block}`, bitmap]),
);

/**
 * Says which sequence numbers of a stretch of a webhook's log are live, as bitmaps
 * (`shared/lists/bitmap.ts`). The lists of other records have stripes.
 */
export const ListSegment = new Entity(
  {
    model: { service: "monitoring", entity: "listSegment", version: "1" },
    attributes: {
      reseller_uuid: text,
      list: text,
      segment: { type: "number", required: true, padding: { length: 6, char: "0" } },
      /** Seconds since 1970, of a list whose records expire: DynamoDB removes the item some time after. */
      expires_epoch: { type: "number" },
      ...blocks,
    },
    indexes: {
      inOrder: {
        pk: key("pk", "reseller#${reseller_uuid}#${list}", ["reseller_uuid", "list"]),
        sk: key("sk", "live#${segment}", ["segment"]),
      },
    },
  },
  tableConfiguration,
);

/**
 * Says which sequence numbers of a stretch of a list are live, of those in one stripe
 * (`shared/lists/stripes.ts`). Each page reads all stripes of its list: keys are attributes, so that
 * they are stored once, and names are short.
 */
export const ListStripe = new Entity(
  {
    model: { service: "monitoring", entity: "stripe", version: "1" },
    attributes: {
      pk: text,
      sk: text,
      /** In the stripe's first stretch: how many records are live in all of the stripe. */
      live: { type: "number", field: "n" },
      /** In the stripe's first stretch: nothing is added any more, what the list belongs to is gone. */
      closed: { type: "boolean" },
      /** Seconds since 1970, of a stripe that is closed: DynamoDB removes the item some time after. */
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
