import { Reseller } from "../../shared/entities/reseller.ts";
import type { Change } from "../../shared/events/change.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { type Part, succeeds } from "./part.ts";

/** What is counted of a reseller, by the kind of record. */
const COUNTS: Readonly<Record<string, "business_count" | "website_count">> = {
  business: "business_count",
  website: "website_count",
};

/**
 * Counts the businesses and websites that resellers have in all: one write for a batch's changes of
 * a reseller, so that no creation waits for others. A change that comes twice is counted twice.
 */
export const counts: Part = async (changes) => {
  const counted = changes.filter((change) => COUNTS[change.entity] && differenceOf(change) !== 0);
  const byReseller = Map.groupBy(counted, ({ reseller_uuid }) => reseller_uuid);
  const failed = [...byReseller].map(async ([uuid, some]) =>
    (await succeeds(() => add(uuid, some))) ? [] : some,
  );
  return (await Promise.all(failed)).flat();
};

async function add(uuid: string, changes: Change[]) {
  const sums = { business_count: 0, website_count: 0 };
  for (const change of changes) {
    const name = COUNTS[change.entity];
    if (name) sums[name] += differenceOf(change);
  }
  await writeIfTrue(() => Reseller.patch({ uuid }).add(sums).go());
}

function differenceOf({ before, after }: Change): number {
  return (after ? 1 : 0) - (before ? 1 : 0);
}
