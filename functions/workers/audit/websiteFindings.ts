import { isDeepStrictEqual } from "node:util";
import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  type KeptFinding,
  packJson,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../../shared/entities/findings.ts";
import { batchGetWith, lookup } from "../../../shared/platform/table/batch.ts";
import { type Write, write } from "../../../shared/platform/table/transact.ts";
import { DAY_MS, timestamp } from "../../../shared/platform/time.ts";
import { findingPrefix } from "../../../shared/vocabulary/findings.ts";
import { findingSeverities } from "../../../shared/vocabulary/severity.ts";
import type { Tracked } from "./trackFindings.ts";

/** How many days a resolved finding is stored, and the most resolved findings of all types. */
const RESOLVED_DAYS = 90;
const MAX_RESOLVED = 500;
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
  const [business, record, marked] = await batchGetWith(
    { consistent: false },
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid: business_uuid }),
    lookup<WebsiteFindingsRecord>(WebsiteFindings, key),
    lookup<FindingMarksRecord>(FindingMarks, key),
  );
  const { findings = [], left_out = {} } = record ?? {};
  return {
    business,
    before: { findings, left_out },
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
  { before, after, revision }: { before: Tracked; after: Tracked; revision: number | undefined },
  now: Date,
): ChangedFindings | undefined {
  if (!isNews(before, after)) return undefined;
  const { findings, left_out } = after;
  return {
    record: {
      ...{ reseller_uuid, business_uuid, uuid, findings },
      revision: (revision ?? 0) + 1,
      prefix: findingPrefix(uuid),
      changed_at: timestamp(now),
      ...(Object.keys(left_out).length > 0 && { left_out }),
    },
    replaces: revision,
  };
}

/** Writes the findings on the condition that they are unchanged since the read. */
export function writeFindings(
  { record, replaces }: ChangedFindings,
  more: Pick<WebsiteFindingsRecord, "is_quiet"> = {},
): Write {
  return write(WebsiteFindings, (entity) =>
    entity
      .put({ ...record, ...more })
      .where(({ revision }, { eq, notExists }) =>
        replaces === undefined ? notExists(revision) : eq(revision, replaces),
      )
      .commit(),
  );
}

/** Whether a change is worth a write. */
function isNews(before: Tracked, after: Tracked): boolean {
  const comparable = ({ findings, left_out }: Tracked) => ({
    types: Object.keys(left_out).toSorted(),
    findings: findings.map(({ detail, pages_count, pages, ...finding }) => ({
      ...finding,
      pages: pages.toSorted(),
      pages_count: Math.floor(Math.log2(Math.max(1, pages_count))),
      // Numbers and sentences vary between audits.
      detail: Object.entries(detail).filter(
        ([name, value]) => typeof value !== "number" && name !== "sentence",
      ),
    })),
  });
  return !isDeepStrictEqual(comparable(before), comparable(after));
}

/** The findings to store: without old resolved ones, the worst first, as many as fit into the item. */
export function fitFindings({ findings, left_out }: Tracked, now: Date): Tracked {
  const oldest = timestamp(new Date(now.getTime() - RESOLVED_DAYS * DAY_MS));
  const resolved = findings
    .flatMap(({ uuid, resolved_at = "" }) => (resolved_at > oldest ? { uuid, resolved_at } : []))
    .toSorted((a, b) => (a.resolved_at < b.resolved_at ? 1 : -1))
    .slice(0, MAX_RESOLVED);
  const isKept = new Set(resolved.map(({ uuid }) => uuid));
  const recent = findings.filter(({ uuid, resolved_at }) => !resolved_at || isKept.has(uuid));
  if (hasRoom(recent)) return { findings: recent, left_out };

  const rank = ({ resolved_at, severity }: KeptFinding) =>
    resolved_at ? findingSeverities.length : findingSeverities.indexOf(severity);
  const fitting = recent.toSorted((a, b) => rank(a) - rank(b));
  const leftOut: Record<string, number> = { ...left_out };
  while (!hasRoom(fitting)) {
    for (const { type, resolved_at } of fitting.splice(Math.floor(fitting.length * 0.8))) {
      if (!resolved_at) leftOut[type] = (leftOut[type] ?? 0) + 1;
    }
  }
  return { findings: fitting, left_out: leftOut };
}

function hasRoom(findings: KeptFinding[]): boolean {
  return (
    JSON.stringify(findings).length <= MAX_CHARACTERS &&
    packJson(findings).length <= MAX_PACKED_BYTES
  );
}
