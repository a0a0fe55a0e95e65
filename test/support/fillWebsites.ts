import { AccountCounts } from "../../shared/entities/accountCounts.ts";
import { Business } from "../../shared/entities/business.ts";
import { Website } from "../../shared/entities/website.ts";
import { websites } from "../../shared/lists/websites.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { fillList } from "./fill.ts";

/** Puts websites into a business, as creations leave them. */
export async function fillWebsites(reseller_uuid: string, business_uuid: string, size: number) {
  const uuids = Array.from({ length: size }, () => newUuid());
  const state = { is_hostname_up: true, created_at: timestamp(), updated_at: timestamp() };
  const records = uuids.map((uuid, sequence) => ({
    ...{
      reseller_uuid,
      business_uuid,
      revision: 1,
      hostname: `a${sequence}-${business_uuid}.example`,
    },
    ...{ ...state, uuid, sequence, state: "not_checked" as const },
  }));
  await Website.put(records).go({ concurrency: 4 });
  const list = websites.list({ reseller_uuid, business_uuid });
  await fillList(list, size, (sequence) => ({ ...records[sequence] }));
  await Business.patch({ reseller_uuid, uuid: business_uuid }).add({ website_sequence: size }).go();
  await AccountCounts.update({ reseller_uuid, shard: "0" }).add({ not_checked: size }).go();
  return uuids;
}
