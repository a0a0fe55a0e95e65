import { Reseller } from "../entities/reseller.ts";
import { writeIfTrue } from "../table/transact.ts";
import { accountList } from "./account.ts";
import { liveIn, readStripes } from "./stripes.ts";

/** If the totals still change after this many counts, the further changes bring a count of their own. */
const COUNTS = 5;

/**
 * Writes to the reseller how many businesses and websites it has, as its lists of all say. Counts again
 * after the write: a slow call would otherwise replace a newer total.
 */
export async function recount(reseller_uuid: string) {
  let known: Totals | undefined;
  for (let turn = 0; turn < COUNTS; turn += 1) {
    const totals = await count(reseller_uuid);
    if (totals.businesses === known?.businesses && totals.websites === known.websites) return;
    known = totals;
    const counts = { business_count: totals.businesses, website_count: totals.websites };
    await writeIfTrue(() => Reseller.patch({ uuid: reseller_uuid }).set(counts).go());
  }
}

interface Totals {
  businesses: number;
  websites: number;
}

async function count(reseller_uuid: string): Promise<Totals> {
  const totalOf = async (table: keyof Totals) =>
    liveIn(await readStripes(accountList(reseller_uuid, table)));
  const [businesses, websites] = await Promise.all([totalOf("businesses"), totalOf("websites")]);
  return { businesses, websites };
}
