import { Entity } from "electrodb";
import { tableConfiguration, text } from "../table/entity.ts";
import { blocks } from "./listSegment.ts";

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
