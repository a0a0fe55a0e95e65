import { CustomAttributeType, Entity } from "electrodb";
import { BLOCKS_PER_SEGMENT } from "../lists/bitmap.ts";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** A block's bitmap as DynamoDB's decimal numbers come back: a bigint from 2^53 on. */
const bitmap = { type: CustomAttributeType<number | bigint>("any") } as const;
type Blocks = Record<`b${number}`, typeof bitmap>;

/** The blocks of a stretch of a list, an attribute each. */
export const blocks: Blocks = Object.fromEntries(
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
