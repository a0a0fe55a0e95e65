import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../../shared/entities/findings.ts";
import { Website, type WebsiteRecord } from "../../../shared/entities/website.ts";
import type { FindingsOfWebsite } from "../../../shared/findings/finding.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { batchGet, batchGetWith, lookup } from "../../../shared/platform/table/batch.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { queryIndex } from "../../../shared/platform/table/queryIndex.ts";

/** The findings of some websites of one business. */
export interface FoundFindings {
  business: BusinessRecord;
  websites: FindingsOfWebsite[];
}

interface Scope {
  websiteUuid?: string | undefined;
  businessUuid?: string | undefined;
}

/**
 * The findings of a website, or of all websites of a business. Undefined if it does not exist, belongs to
 * another reseller, or if the website is not the business's.
 */
export async function findFindings(
  reseller_uuid: string,
  { websiteUuid, businessUuid }: Scope,
): Promise<FoundFindings | undefined> {
  if (websiteUuid === undefined) {
    if (businessUuid === undefined) return undefined;
    return await findOfBusiness({ reseller_uuid, uuid: businessUuid });
  }
  const { data: website } = await Website.get({ reseller_uuid, uuid: websiteUuid }).go({
    consistent: true,
  });
  if (!website || website.business_uuid !== (businessUuid ?? website.business_uuid)) {
    return undefined;
  }
  const { business_uuid } = website;
  const key = { reseller_uuid, business_uuid, uuid: websiteUuid };
  const [business, stored, marks] = await batchGet(
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid: business_uuid }),
    lookup<WebsiteFindingsRecord>(WebsiteFindings, key),
    lookup<FindingMarksRecord>(FindingMarks, key),
  );
  return business && { business, websites: stored ? [{ stored, marks }] : [] };
}

async function findOfBusiness(key: OwnedKey): Promise<FoundFindings | undefined> {
  const [{ data: business }, websites] = await Promise.all([
    Business.get(key).go({ consistent: true }),
    readPartition(key),
  ]);
  return business ? { business, websites } : undefined;
}

/** A query returns a megabyte at most. More compressed findings would not fit into a function's memory. */
const MOST_MEGABYTES = 8;

/** The findings of all websites of a business, by one query, with what people said about them. */
async function readPartition({ reseller_uuid, uuid }: OwnedKey): Promise<FindingsOfWebsite[]> {
  const partition = `reseller#${reseller_uuid}#business#${uuid}#findings`;
  let megabytes = 0;
  const stored: WebsiteFindingsRecord[] = [];
  const marks = new Map<string, FindingMarksRecord>();
  for await (const { Items = [] } of queryIndex({ partition }, { ConsistentRead: true })) {
    megabytes += 1;
    if (megabytes > MOST_MEGABYTES) {
      const max = "The business has too many findings for one list: name one of its websites";
      throw new ValidationFailed({ businessUuid: { max } });
    }
    for (const Item of Items) {
      const { data: findings } = WebsiteFindings.parse({ Item });
      const { data: marked } = FindingMarks.parse({ Item });
      if (findings) stored.push(findings);
      if (marked) marks.set(marked.uuid, marked);
    }
  }
  // The findings of a deleted website are kept for its restoration.
  const websites = await batchGet(
    ...stored.map((each) => lookup<WebsiteRecord>(Website, { reseller_uuid, uuid: each.uuid })),
  );
  return stored.flatMap((each, index) =>
    websites[index] ? [{ stored: each, marks: marks.get(each.uuid) }] : [],
  );
}

/** When each of these websites was last audited, by its uuid. */
export async function readLastAudits(
  websites: FindingsOfWebsite[],
): Promise<Map<string, string | undefined>> {
  const keys = new Map(websites.map(({ stored }) => [stored.uuid, stored.reseller_uuid]));
  const checks = await batchGetWith(
    { consistent: false },
    ...[...keys].map(([uuid, reseller_uuid]) =>
      lookup<CheckRecord>(Check, { reseller_uuid, uuid, kind: "audit" }),
    ),
  );
  return new Map(checks.flatMap((check) => (check ? [[check.uuid, check.crawled_at]] : [])));
}
