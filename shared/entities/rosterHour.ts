import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";
import type { Period } from "./check.ts";

/** A round of a roster: its slot, when it began, and a character for each place (`shared/checks/looks.ts`). */
export interface Row {
  slot: number;
  at: number;
  looks: string;
}

/** The rounds of a roster within an hour. Times are seconds since 1970. */
export const RosterHour = new Entity(
  {
    model: { service: "monitoring", entity: "rosterHour", version: "1" },
    attributes: {
      roster: { type: "number", required: true },
      /** `2026-01-31T09`, in UTC. */
      hour: text,
      /** The last slot that was done. */
      slot: { type: "number", required: true },
      /** Raised by each write, which is on the condition that it is as it was read. */
      revision: { type: "number", required: true },
      rows: { type: CustomAttributeType<Row[]>("any"), required: true },
      /** Times of the last days in which no round was made, oldest first. */
      gaps: { type: CustomAttributeType<Period[]>("any"), required: true },
      /** Since when rounds are remembered: nobody knows of any before the first one of these. */
      since: { type: "number" },
      /** Since when so few websites are in it that it will be closed. */
      few_since: { type: "number" },
      /** The last day (`2026-01-31`) whose figures were written for the websites of the roster. */
      folded: text,
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofRoster: {
        pk: key("pk", "roster#${roster}", ["roster"]),
        sk: key("sk", "hour#${hour}", ["hour"]),
      },
    },
  },
  tableConfiguration,
);

export type RosterHourRecord = EntityItem<typeof RosterHour>;
