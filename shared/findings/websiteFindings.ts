import { WebsiteFindings } from "../entities/findings.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { queryIndex } from "../platform/table/queryIndex.ts";
import { writeIfTrue } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";

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

/** Drops the findings of a website that has another host now. Nothing is said to be resolved. */
export async function dropFindings(key: FindingsKey) {
  await writeIfTrue(() =>
    WebsiteFindings.patch(key)
      .set({ findings: [], changed_at: timestamp() })
      .add({ revision: 1 })
      .go(),
  );
}
