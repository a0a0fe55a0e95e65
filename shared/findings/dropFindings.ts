import { WebsiteFindings } from "../entities/findings.ts";
import { writeIfTrue } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import type { FindingsKey } from "./findingKeys.ts";

/** Drops the findings of a website that has another host now. Nothing is said to be resolved. */
export async function dropFindings(key: FindingsKey) {
  await writeIfTrue(() =>
    WebsiteFindings.patch(key)
      .set({ findings: [], changed_at: timestamp() })
      .remove(["left_out"])
      .add({ revision: 1 })
      .go(),
  );
}
