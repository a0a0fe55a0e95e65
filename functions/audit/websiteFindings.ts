import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../shared/entities/findings.ts";
import { findingPrefix } from "../../shared/findings.ts";
import { batchGetWith, lookup } from "../../shared/table/batch.ts";
import { type Write, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { isNews, type ToldFaults, trackFindings } from "./trackFindings.ts";

/** A website's findings after an audit, and the revision that they replace, if there was one. */
export interface ChangedFindings {
  record: WebsiteFindingsRecord;
  replaces: number | undefined;
}

/** Reads what belongs to a website's reseller: its business, its findings and what people said about these. */
export async function readOwn({ reseller_uuid, business_uuid, uuid }: CheckRecord) {
  const key = { reseller_uuid, business_uuid, uuid };
  const [business, findings, marked] = await batchGetWith(
    { consistent: false },
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid: business_uuid }),
    lookup<WebsiteFindingsRecord>(WebsiteFindings, key),
    lookup<FindingMarksRecord>(FindingMarks, key),
  );
  return { business, findings, marks: marked?.marks ?? {} };
}

/** Whether the finding with a uuid is ignored. */
export function ignoredBy(marks: FindingMarksRecord["marks"]): (uuid: string) => boolean {
  return (uuid) => marks[uuid]?.ignored_at !== undefined;
}

/** The findings of a website after an audit; undefined if nothing has changed that is worth a write. */
export function changeFindings(
  check: CheckRecord,
  before: WebsiteFindingsRecord | undefined,
  faults: ToldFaults[],
  { now, isIgnored }: { now: Date; isIgnored: (uuid: string) => boolean },
): ChangedFindings | undefined {
  const { reseller_uuid, business_uuid, uuid, crawled_at } = check;
  const former = { findings: before?.findings ?? [], left_out: before?.left_out ?? {} };
  const tracked = trackFindings(former.findings, faults, {
    website_uuid: uuid,
    last_audit_at: crawled_at,
    ...{ now, isIgnored },
  });
  if (!isNews(former, tracked)) return undefined;
  const { findings, left_out } = tracked;
  return {
    record: {
      ...{ reseller_uuid, business_uuid, uuid, findings },
      revision: (before?.revision ?? 0) + 1,
      prefix: findingPrefix(uuid),
      changed_at: timestamp(now),
      ...(Object.keys(left_out).length > 0 && { left_out }),
    },
    replaces: before?.revision,
  };
}

/** Writes the findings on the condition that nobody else has written them since they were read. */
export function writeFindings({ record, replaces }: ChangedFindings): Write {
  return write(WebsiteFindings, (entity) =>
    entity
      .put(record)
      .where(({ revision }, { eq, notExists }) =>
        replaces === undefined ? notExists(revision) : eq(revision, replaces),
      )
      .commit(),
  );
}
