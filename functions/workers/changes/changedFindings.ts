import type * as z from "zod/mini";
import type { KeptFinding, WebsiteFindingsRecord } from "../../../shared/entities/findings.ts";
import type { changedFindingsSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { findingUuid } from "../../../shared/vocabulary/findings.ts";

/** Room for the findings in an event of 20 kB. */
const MAX_BYTES = 18_000;

/**
 * What an audit opened, reopened and resolved, as an event tells it; undefined if that is nothing. Findings
 * that do not fit into an event are left out, with a path at which the API answers them.
 */
export function presentChangedFindings(
  before: KeptFinding[],
  { uuid: website_uuid, business_uuid, revision, changed_at, findings }: WebsiteFindingsRecord,
): z.output<typeof changedFindingsSchema> | undefined {
  const formerByUuid = new Map(before.map((finding) => [finding.uuid, finding]));
  const changed = findings.filter(({ uuid, resolved_at }) => {
    const former = formerByUuid.get(uuid);
    return former ? former.resolved_at !== resolved_at : !resolved_at;
  });
  if (changed.length === 0) return undefined;
  const opened = changed.filter(({ resolved_at }) => !resolved_at).map(present);
  const resolved = changed.filter(({ resolved_at }) => resolved_at).map(present);
  const isLarge = Buffer.byteLength(JSON.stringify([opened, resolved])) > MAX_BYTES;
  const since = new URLSearchParams({ websiteUuid: website_uuid, since: changed_at });
  return {
    uuid: findingUuid(website_uuid, { code: "findings_changed", subject: String(revision) }),
    ...{ website_uuid, business_uuid, changed_at },
    ...{ opened_count: opened.length, resolved_count: resolved.length },
    opened: isLarge ? null : opened,
    resolved: isLarge ? null : resolved,
    url: `/v1/findings?${since}`,
  };
}

function present({ uuid, type, code, severity, subject }: KeptFinding) {
  return { uuid, type, code, severity, subject };
}
