import { Reseller } from "../../shared/entities/reseller.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { newUuid } from "../../shared/uuid.ts";
import type { Change } from "../events/change.ts";
import { type Part, succeeds } from "./part.ts";

/**
 * Counts each reseller's businesses and websites, with one write for all changes of a reseller in a
 * batch, so that creations do not wait for each other. A change that comes twice is counted twice.
 */
export const counts: Part = async (changes) => {
  const byReseller = Map.groupBy(changes, ({ reseller_uuid }) => reseller_uuid);
  const failed = [...byReseller].map(async ([uuid, some]) =>
    (await succeeds(() => add(uuid, some))) ? [] : some,
  );
  return (await Promise.all(failed)).flat();
};

async function add(uuid: string, changes: Change[]) {
  const sums = { business_count: 0, website_count: 0 };
  for (const change of changes) {
    sums[`${change.entity as "business" | "website"}_count`] += change.after ? 1 : -1;
  }
  const count_token = newUuid();
  await writeIfTrue(() =>
    Reseller.patch({ uuid })
      .add(sums)
      .set({ count_token })
      // The SDK sends the write again if only its answer was lost.
      .where(
        ({ count_token: last }, { ne, notExists }) =>
          `(${notExists(last)} OR ${ne(last, count_token)})`,
      )
      .go(),
  );
}
