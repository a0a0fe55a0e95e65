import { FindingMarks, WebsiteFindings } from "../../shared/entities/findings.ts";
import { findingPrefix } from "../../shared/findings.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { type FindingsKey, findKeys } from "./findingKeys.ts";

/** Removes the findings of a deleted website, and what people said about them. */
export async function forgetFindings({ reseller_uuid, uuid }: OwnedKey) {
  const keys = await findKeys(reseller_uuid, `${findingPrefix(uuid)}#${uuid}`);
  // The findings go last: an attempt that was interrupted finds the keys by them.
  await batchDelete(FindingMarks, keys);
  await batchDelete(WebsiteFindings, keys);
}

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
