import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration } from "../table/entity.ts";

/** A stretch of rosters of an interval, by their numbers in it, both included. */
export interface ClosedStretch {
  from: number;
  to: number;
  /** Since when it is closed, in seconds since 1970; without it, nobody is left, and it has a round a day. */
  at?: number;
}

/** Which of a thousand rosters of an interval nobody joins any more, since few of their websites were left. */
export const ClosedRosters = new Entity(
  {
    model: { service: "monitoring", entity: "closedRosters", version: "1" },
    attributes: {
      minutes: { type: "number", required: true },
      /** Of which thousand of the interval's rosters. */
      block: { type: "number", required: true },
      /** Raised by each write, which is on the condition that it is as it was read. */
      revision: { type: "number", required: true },
      /** In their order; neighbours are one, so that an item has 40 KB at most. */
      closed: { type: CustomAttributeType<ClosedStretch[]>("any"), required: true },
    },
    indexes: {
      ofAll: {
        pk: key("pk", "rosters#closed#blocks", []),
        sk: key("sk", "minutes#${minutes}#${block}", ["minutes", "block"]),
      },
    },
  },
  tableConfiguration,
);

export type ClosedRostersRecord = EntityItem<typeof ClosedRosters>;
