import { tellCause } from "../../shared/causeTexts.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  type KeptFinding,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../shared/entities/findings.ts";
import { Maintenance } from "../../shared/entities/maintenance.ts";
import { Monitor } from "../../shared/entities/monitor.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { presentUnreadable } from "../../shared/reasons.ts";
import { presentAccountWebsites } from "../../shared/resources/accountWebsite.ts";
import { worstFirst } from "../../shared/severity.ts";
import { batchGet, batchGetWith, lookup } from "../../shared/table/batch.ts";
import { findUnreadable } from "../audit/readability.ts";
import { presentFinding } from "../findings/finding.ts";
import { groupByKind } from "./findingKinds.ts";
import { presentPeriod } from "./period.ts";
import { type KeptUptime, readUptime, type ViewRequest } from "./uptimeView.ts";

/** A page of 100 digests is then within the 6 MB that a function may return. */
const MOST_FINDINGS = 20;
const MOST_BYTES = 20_000;
/** More would hold the event loop while they send their requests, eight each, and take memory for their findings. */
const WEBSITES_AT_ONCE = 2;

/** All that is known of a website within a period, for its customer: the digest, with days and kinds of findings. */
export type WebsiteView = Awaited<ReturnType<typeof makeView>>;

/** What is kept of a website beside its record. */
interface Kept extends KeptUptime {
  audit: CheckRecord | undefined;
  findings: WebsiteFindingsRecord | undefined;
  marks: FindingMarksRecord | undefined;
}

/** The views of some websites of a reseller, each for about ten read units with 90 days. */
export async function readViews(
  records: WebsiteRecord[],
  asked: ViewRequest,
): Promise<WebsiteView[]> {
  const websites = await presentAccountWebsites(records);
  const views: WebsiteView[] = [];
  for (let at = 0; at < records.length; at += WEBSITES_AT_ONCE) {
    const some = records.slice(at, at + WEBSITES_AT_ONCE);
    const kept = await readKept(some);
    const read = some.map((record, index) =>
      makeView(record, websites[at + index] as AccountWebsite, {
        ...asked,
        kept: kept[index] as Kept,
      }),
    );
    views.push(...(await Promise.all(read)));
  }
  return views;
}

/** The view of a website. */
export async function readView(record: WebsiteRecord, asked: ViewRequest): Promise<WebsiteView> {
  const [view] = await readViews([record], asked);
  return view as WebsiteView;
}

type AccountWebsite = Awaited<ReturnType<typeof presentAccountWebsites>>[number];

async function makeView(
  record: WebsiteRecord,
  website: AccountWebsite,
  asked: ViewRequest & { kept: Kept },
) {
  const { unobserved_seconds, ...uptime } = await readUptime(record, asked.kept, asked);
  return {
    ...website,
    ...uptime,
    ...presentFindings(record, website.user_uuid, asked),
    unchecked: { unobserved_seconds, ...presentUnaudited(asked) },
  };
}

/** Audits write findings, but resellers mark them: what somebody has just ignored is left out at once. */
async function readKept(records: WebsiteRecord[]): Promise<Kept[]> {
  const keys = records.map(({ reseller_uuid, business_uuid, uuid }) => ({
    ...{ reseller_uuid, business_uuid, uuid },
  }));
  const [found, marks] = await Promise.all([
    batchGetWith(
      { consistent: false },
      ...keys.flatMap(({ reseller_uuid, business_uuid, uuid }) => [
        lookup<unknown>(Monitor, { reseller_uuid, uuid }),
        lookup<unknown>(Maintenance, { reseller_uuid, uuid }),
        lookup<unknown>(Check, { reseller_uuid, uuid, kind: "audit" }),
        lookup<unknown>(WebsiteFindings, { reseller_uuid, business_uuid, uuid }),
      ]),
    ),
    batchGet(...keys.map((key) => lookup<FindingMarksRecord>(FindingMarks, key))),
  ]);
  return records.map((_, index) => {
    const [monitor, maintenance, audit, findings] = found.slice(4 * index, 4 * index + 4);
    return { monitor, maintenance, audit, findings, marks: marks[index] } as Kept;
  });
}

function presentUnaudited({
  kept: { audit, findings },
  language,
  sender,
}: ViewRequest & { kept: Kept }) {
  const found = findUnreadable(audit?.memory ?? {});
  const { reason, technical = null } = presentUnreadable(found?.reason ?? "");
  const leftOut = Object.values(findings?.left_out ?? {});
  return {
    last_audited_at: audit?.crawled_at ?? null,
    unreadable: found
      ? {
          ...{ since: found.since, reason, technical },
          ...tellCause(reason, language, { sender, technical }),
        }
      : null,
    findings_left_out: leftOut.reduce((sum, count) => sum + count, 0),
    unsupported_languages: audit?.memory.unsupported_languages ?? [],
  };
}

/** What audits found: as the digest has it, by kind, and how many open findings were found after the period. */
function presentFindings(
  { reseller_uuid, business_uuid, uuid: website_uuid }: WebsiteRecord,
  user_uuid: string | null,
  {
    kept: { findings: kept, marks, audit },
    period,
    language,
    sender,
    byKind = false,
  }: ViewRequest & { kept: Kept },
) {
  const { begins_at, ends_at } = presentPeriod(period);
  const isWithin = (at?: string) => at !== undefined && at >= begins_at && at < ends_at;
  const wanted = (kept?.findings ?? []).filter(({ uuid }) => !marks?.marks[uuid]?.ignored_at);
  const known = wanted.filter(({ first_seen_at }) => first_seen_at < ends_at);
  const later = wanted.filter(
    ({ first_seen_at, resolved_at }) => first_seen_at >= ends_at && resolved_at === undefined,
  );
  const open = known.filter(({ resolved_at }) => resolved_at === undefined);
  const opened = known.filter(
    ({ first_seen_at, reopened_at }) => isWithin(first_seen_at) || isWithin(reopened_at),
  );
  const resolved = known.filter(({ resolved_at }) => isWithin(resolved_at));
  const business = { reseller_uuid, uuid: business_uuid, user_uuid: user_uuid ?? "" };
  const of = { kept: { uuid: website_uuid }, marks };
  const present = (finding: KeptFinding) =>
    presentFinding({ finding, of, business, crawled_at: audit?.crawled_at }, language, sender);
  const items: ReturnType<typeof present>[] = [];
  let bytes = 0;
  for (const finding of [...open, ...resolved].toSorted(worstFirst).slice(0, MOST_FINDINGS)) {
    const item = present(finding);
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > MOST_BYTES) break;
    items.push(item);
  }
  const counts = {
    opened: bySeverity(opened),
    resolved: bySeverity(resolved),
    open: bySeverity(open),
  };
  return {
    findings: { ...counts, items },
    kinds: {
      open: byKind ? groupByKind(open, present) : [],
      resolved: byKind ? groupByKind(resolved, present) : [],
    },
    later: later.length,
  };
}

function bySeverity(findings: KeptFinding[]) {
  const count = (severity: string) => findings.filter((each) => each.severity === severity).length;
  return { error: count("error"), warning: count("warning"), info: count("info") };
}
