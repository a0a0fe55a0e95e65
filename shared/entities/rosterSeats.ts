import { Entity } from "electrodb";
import { key, tableConfiguration } from "../table/entity.ts";

/** How many seats were ever given out in the rosters of an interval: none is given out twice. */
export const RosterSeats = new Entity(
  {
    model: { service: "monitoring", entity: "rosterSeats", version: "1" },
    attributes: {
      minutes: { type: "number", required: true },
      seats: { type: "number", required: true },
    },
    indexes: {
      ofAll: {
        pk: key("pk", "rosters#seats", []),
        sk: key("sk", "minutes#${minutes}", ["minutes"]),
      },
    },
  },
  tableConfiguration,
);
