import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { command } from "./command.ts";
import { describeReseller } from "./reseller.ts";

/** All resellers, oldest first, without their sandboxes. One created within the last second may be missing. */
export const listResellers = command({}, async () => {
  const { data } = await Reseller.query.all({}).go({ pages: "all" });
  // The index holds only parts of a record, and those as they were a moment ago.
  const resellers = await batchGet(
    ...data.map(({ uuid }) => lookup<ResellerRecord>(Reseller, { uuid })),
  );
  return resellers
    .filter((reseller) => reseller !== undefined)
    .filter(({ sandbox_of }) => sandbox_of === undefined)
    .map((reseller) => ({
      ...describeReseller(reseller),
      businesses: reseller.business_count ?? 0,
      websites: reseller.website_count ?? 0,
    }));
});
