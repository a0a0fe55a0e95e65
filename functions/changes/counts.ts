import { recount } from "../../shared/lists/recount.ts";
import { type Part, succeeds } from "./part.ts";

/**
 * Counts each reseller's businesses and websites, once for all changes of a reseller in a batch, so that
 * creations do not wait for each other.
 */
export const counts: Part = async (changes) => {
  const byReseller = Map.groupBy(changes, ({ reseller_uuid }) => reseller_uuid);
  const failed = [...byReseller].map(async ([uuid, some]) =>
    (await succeeds(() => recount(uuid))) ? [] : some,
  );
  return (await Promise.all(failed)).flat();
};
