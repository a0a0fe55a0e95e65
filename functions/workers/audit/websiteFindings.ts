import { isDeepStrictEqual } from "node:util";
import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  type KeptFinding,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../../shared/entities/findings.ts";
import { batchGetEventually, lookup } from "../../../shared/platform/table/batch.ts";
import { packJson } from "../../../shared/platform/table/packedJson.ts";
import type { Write } from "../../../shared/platform/table/transact.ts";
import { DAY_MS, timestamp } from "../../../shared/platform/time.ts";
import { findingPrefix } from "../../../shared/vocabulary/findings.ts";
import { findingSeverities } from "../../../shared/vocabulary/severity.ts";

/** How many days a resolved finding is stored. */
const RESOLVED_DAYS = 90;
/** Room for the findings in their item. DynamoDB's limit is 400 KB. */
const MAX_PACKED_BYTES = 200_000;
/** Their length as JSON, which limits what readers have to parse: repeated text takes hardly any room in the item. */
const MAX_CHARACTERS = 2_000_000;

/** A website's findings after an audit, and the revision that they replace, if there was one. */
export interface ChangedFindings {
  record: WebsiteFindingsRecord;
  replaces: number | undefined;
}

/** Reads a website's business, its findings and the ignore marks. */
export async function readOwn({ reseller_uuid, business_uuid, uuid }: CheckRecord) {
  const key = { reseller_uuid, business_uuid, uuid };
  const [business, record, marked] = await batchGetEventually(
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid: business_uuid }),
    lookup<WebsiteFindingsRecord>(WebsiteFindings, key),
    lookup<FindingMarksRecord>(FindingMarks, key),
  );
  return {
    business,
    before: record?.findings ?? [],
    revision: record?.revision,
    isIgnored: (uuid: string) => marked?.marks[uuid]?.ignored_at !== undefined,
  };
}

/** The record of a website's findings after an audit; undefined if no change is worth a write. */
export function changeFindings(
  {
    reseller_uuid,
    business_uuid,
    uuid,
  }: Pick<CheckRecord, "reseller_uuid" | "business_uuid" | "uuid">,
  {
    before,
    after,
    revision,
  }: { before: KeptFinding[]; after: KeptFinding[]; revision: number | undefined },
  now: Date,
): ChangedFindings | undefined {
  if (!isNews(before, after)) return undefined;
  return {
    record: {
      ...{ reseller_uuid, business_uuid, uuid, findings: after },
      revision: (revision ?? 0) + 1,
      prefix: findingPrefix(uuid),
      changed_at: timestamp(now),
    },
    replaces: revision,
  };
}

/** Writes the findings on the condition that they are unchanged since the read. */
export function writeFindings(
  { record, replaces }: ChangedFindings,
  more: Pick<WebsiteFindingsRecord, "is_quiet"> = {},
): Write {
  return WebsiteFindings.put({ ...record, ...more }).where(({ revision }, { eq, notExists }) =>
    replaces === undefined ? notExists(revision) : eq(revision, replaces),
  );
}

/** Whether a change is worth a write. The numbers in details, such as sizes, vary between audits. */
function isNews(before: KeptFinding[], after: KeptFinding[]): boolean {
  const comparable = (findings: KeptFinding[]) =>
    findings.map(({ detail, ...finding }) => ({
      ...finding,
      detail: Object.entries(detail).filter(([, value]) => typeof value !== "number"),
    }));
  return !isDeepStrictEqual(comparable(before), comparable(after));
}

/**
 * The findings to store: without old resolved ones, as many as fit into the item. The oldest resolved ones are left
 * out first, then the least severe open ones.
 */
export function fitFindings(findings: KeptFinding[], now: Date): KeptFinding[] {
  const oldest = timestamp(new Date(now.getTime() - RESOLVED_DAYS * DAY_MS));
  const recent = findings.filter(({ resolved_at }) => !resolved_at || resolved_at > oldest);
  if (hasRoom(recent)) return recent;

  const open = recent
    .filter(({ resolved_at }) => !resolved_at)
    .toSorted((a, b) => severityOf(a) - severityOf(b));
  const resolved = recent
    .filter(({ resolved_at }) => resolved_at)
    .toSorted((a, b) => ((a.resolved_at ?? "") < (b.resolved_at ?? "") ? 1 : -1));
  while (!hasRoom([...open, ...resolved])) {
    const last = resolved.length > 0 ? resolved : open;
    last.splice(Math.floor(last.length * 0.8));
  }
  return [...open, ...resolved];
}

function severityOf({ severity }: KeptFinding): number {
  return findingSeverities.indexOf(severity);
}

function hasRoom(findings: KeptFinding[]): boolean {
  return (
    JSON.stringify(findings).length <= MAX_CHARACTERS &&
    packJson(findings).length <= MAX_PACKED_BYTES
  );
}
