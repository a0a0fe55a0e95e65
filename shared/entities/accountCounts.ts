import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";
import { websiteStates } from "../vocabulary/websiteState.ts";

/** What is counted of a reseller: its businesses, and its websites by state. */
export const counted = ["businesses", ...websiteStates] as const;
export type Counted = (typeof counted)[number];

const count = { type: "number" } as const;

/** A shard of a reseller's counts. The transactions that change what is counted write it (`shared/lists/account.ts`). */
export const AccountCounts = new Entity(
  {
    model: { service: "monitoring", entity: "accountCounts", version: "1" },
    attributes: {
      reseller_uuid: text,
      shard: text,
      ...(Object.fromEntries(counted.map((name) => [name, count])) as Record<
        Counted,
        typeof count
      >),
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#counts"),
        sk: key("sk", "${shard}"),
      },
    },
  },
  tableConfiguration,
);
