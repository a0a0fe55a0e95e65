import { FindingMarks, WebsiteFindings } from "../../shared/entities/findings.ts";
import { findingPrefix } from "../../shared/findings.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";

/** The key of a website's findings, and of what people said about them. */
interface FindingsKey extends OwnedKey {
  business_uuid: string;
}

/** The keys of websites' findings by the prefix of the findings' uuids. Those of the last second may be missing. */
export async function findKeys(reseller_uuid: string, prefix: string): Promise<FindingsKey[]> {
  const partition = `reseller#${reseller_uuid}#findings`;
  const keys: FindingsKey[] = [];
  for await (const { Items = [] } of queryIndex({ index: "gsi2", partition, prefix })) {
    for (const { pk, sk } of Items) {
      const [, , , business_uuid = ""] = String(pk).split("#");
      const [uuid = ""] = String(sk).split("#");
      keys.push({ reseller_uuid, business_uuid, uuid });
    }
  }
  return keys;
}

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
