import * as z from "zod/mini";
import { faultCodes, faultTypes } from "../../../shared/audit/faultKinds.ts";
import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  type KeptFinding,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../../shared/entities/findings.ts";
import { Website, type WebsiteRecord } from "../../../shared/entities/website.ts";
import { optional } from "../../../shared/fields/described.ts";
import {
  oneOf,
  rule,
  timestampParameter,
  uuidParameter,
} from "../../../shared/fields/validationErrors.ts";
import {
  type FindingsOfWebsite,
  languageFor,
  languageQuery,
  presentFinding,
  statusOf,
} from "../../../shared/findings/finding.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { batchGet, findEach, lookup } from "../../../shared/platform/table/batch.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { queryIndex } from "../../../shared/platform/table/queryIndex.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { findingSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { findingStatuses } from "../../../shared/vocabulary/findings.ts";
import { findingSeverities } from "../../../shared/vocabulary/severity.ts";

const filters = {
  status: optional(oneOf("Status", findingStatuses), "Only findings with this status.", "open"),
  type: optional(oneOf("Type", faultTypes), "Only findings of this type.", "headings"),
  code: optional(oneOf("Code", faultCodes), "Only findings with this code.", "missing_h1"),
  severity: optional(
    oneOf("Severity", findingSeverities),
    "Only findings of this severity.",
    "warning",
  ),
  since: optional(
    timestampParameter("Since"),
    "Only findings that were opened, resolved or reopened at this time or later.",
    "2026-11-20T09:30:00+00:00",
  ),
};

const query = z
  .object({
    websiteUuid: z.optional(uuidParameter("websiteUuid")),
    businessUuid: z.optional(uuidParameter("businessUuid")),
    ...filters,
    language: languageQuery,
    ...cursorQuery,
  })
  .check(
    rule(
      "required",
      "A website or a business is required",
      ({ websiteUuid, businessUuid }) => websiteUuid !== undefined || businessUuid !== undefined,
      { field: "websiteUuid" },
    ),
  );

type Query = z.output<typeof query>;

/** Lists a page of the findings of a website, or of all websites of a business, oldest first. */
export const listFindings = endpoint({
  route: "GET /v1/findings",
  id: "listFindings",
  summary: "List the findings of a website or a business",
  details:
    "Oldest first. Send `websiteUuid` or `businessUuid`; a business with more findings than fit into memory is refused (rule `max`). The list is empty if the website or business does not exist. Resolved findings are kept for 90 days. At most 1,000 open findings of a type are kept for a website. The texts are in the language of `language` or, without it, the user's.",
  response: () => cursorPageOf(findingSchema),
  isStrict: true,
  query,
  async answer({ reseller_uuid, query, event }) {
    const findings = await findFindings(reseller_uuid, query);
    if (!findings) return continued(event, query, { records: [], next: undefined });
    const { business, websites } = findings;
    const { cursor = "", per_page } = query;
    const wanted = websites
      .flatMap((of) => of.stored.findings.map((finding) => ({ finding, of })))
      .filter((each) => placeOf(each.finding) > cursor && isWanted(each, query))
      .toSorted(({ finding: a }, { finding: b }) => (placeOf(a) < placeOf(b) ? -1 : 1));
    const page = wanted.slice(0, per_page);
    const last = wanted.length > per_page ? page.at(-1) : undefined;
    const [language, lastAudits] = await Promise.all([
      languageFor(query.language, business),
      readLastAudits(page.map(({ of }) => of)),
    ]);
    const records = page.map(({ finding, of }) =>
      presentFinding(
        { finding, of, business, crawled_at: lastAudits.get(of.stored.uuid) },
        language,
      ),
    );
    return continued(event, query, { records, next: last && placeOf(last.finding) });
  },
});

function isWanted(
  { finding, of }: { finding: KeptFinding; of: FindingsOfWebsite },
  { status, type, code, severity, since }: Query,
): boolean {
  if (status !== undefined && statusOf(finding, of) !== status) return false;
  if (type !== undefined && finding.type !== type) return false;
  if (code !== undefined && finding.code !== code) return false;
  if (severity !== undefined && finding.severity !== severity) return false;
  if (since === undefined) return true;
  const { first_seen_at, resolved_at = "", reopened_at = "" } = finding;
  const from = timestamp(since);
  return [first_seen_at, resolved_at, reopened_at].some((at) => at >= from);
}

/** The finding's place in a list: the oldest first. */
function placeOf({ first_seen_at, uuid }: { first_seen_at: string; uuid: string }): string {
  return `${first_seen_at}#${uuid}`;
}

/** The findings of some websites of one business. */
interface FoundFindings {
  business: BusinessRecord;
  websites: FindingsOfWebsite[];
}

/**
 * The findings of a website, or of all websites of a business. Undefined if it does not exist, belongs to
 * another reseller, or if the website is not the business's.
 */
async function findFindings(
  reseller_uuid: string,
  { websiteUuid, businessUuid = "" }: Query,
): Promise<FoundFindings | undefined> {
  if (websiteUuid === undefined) {
    const key = { reseller_uuid, uuid: businessUuid };
    const [{ data: business }, websites] = await Promise.all([
      Business.get(key).go({ consistent: true }),
      readPartition(key),
    ]);
    return business ? { business, websites } : undefined;
  }
  const { data: website } = await Website.get({ reseller_uuid, uuid: websiteUuid }).go({
    consistent: true,
  });
  if (!website || website.business_uuid !== (businessUuid || website.business_uuid)) {
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
async function readLastAudits(
  websites: FindingsOfWebsite[],
): Promise<Map<string, string | undefined>> {
  const checks = await findEach<CheckRecord>(
    Check,
    websites.map(({ stored: { reseller_uuid, uuid } }) => ({ reseller_uuid, uuid, kind: "audit" })),
  );
  return new Map(checks.map(({ uuid, crawled_at }) => [uuid, crawled_at]));
}
