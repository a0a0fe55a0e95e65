import { FindingMarks, WebsiteFindings } from "../entities/findings.ts";
import { batchDelete } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { writeIfTrue } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { findingPrefix } from "../vocabulary/findings.ts";
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
