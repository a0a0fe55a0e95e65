import { entity, primary, text } from "../platform/table/entity.ts";
import { websiteStates } from "../vocabulary/websiteState.ts";

/** What is counted of a reseller: its businesses, and its websites by state. */
export const counted = ["businesses", ...websiteStates] as const;
export type Counted = (typeof counted)[number];

const count = { type: "number" } as const;

/** A shard of a reseller's counts. The transactions that change what is counted write it (`shared/lists/account.ts`). */
export const AccountCounts = entity(
  "accountCounts",
  {
    reseller_uuid: text,
    shard: text,
    ...(Object.fromEntries(counted.map((name) => [name, count])) as Record<Counted, typeof count>),
  },
  {
    ofReseller: primary("reseller#${reseller_uuid}#counts", "${shard}"),
  },
);
