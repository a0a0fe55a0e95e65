import { tellCause } from "../catalogue/causeTexts.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  type KeptFinding,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../entities/findings.ts";
import type { WebsiteRecord } from "../entities/website.ts";
import { presentFinding } from "../findings/finding.ts";
import { batchGet, batchGetEventually, lookup } from "../platform/table/batch.ts";
import { presentState } from "../resources/presenters.ts";
import { presentUnreadable } from "../vocabulary/reasons.ts";
import { countBySeverity, worstFirst } from "../vocabulary/severity.ts";
import { groupByKind } from "./findingKinds.ts";
import { presentPeriod } from "./period.ts";
import {
  readStoredUptimes,
  readUptime,
  type StoredUptime,
  type ViewRequest,
} from "./uptimeView.ts";

/** A page of 100 digests is then within the 6 MB that a function may return. */
const MOST_FINDINGS = 20;
const MOST_BYTES = 20_000;
/** More would hold the event loop while they send their requests, eight each, and take memory for their findings. */
const WEBSITES_AT_ONCE = 2;

/** All that is known of a website within a period, for its customer: the digest, with days and kinds of findings. */
export type WebsiteView = Awaited<ReturnType<typeof makeView>>;

/** What is stored of a website besides its record. */
interface Stored extends StoredUptime {
  findings: WebsiteFindingsRecord | undefined;
  marks: FindingMarksRecord | undefined;
}

/** The views of some websites of a reseller, each for about ten read units with 90 days. */
export async function readViews(
  records: WebsiteRecord[],
  request: ViewRequest,
): Promise<WebsiteView[]> {
  const views: WebsiteView[] = [];
  for (let at = 0; at < records.length; at += WEBSITES_AT_ONCE) {
    const some = records.slice(at, at + WEBSITES_AT_ONCE);
    const stored = await readStored(some);
    const read = some.map((record, index) =>
      makeView(record, { ...request, stored: stored[index] as Stored }),
    );
    views.push(...(await Promise.all(read)));
  }
  return views;
}

/** The view of a website. */
export async function readView(record: WebsiteRecord, request: ViewRequest): Promise<WebsiteView> {
  const [view] = await readViews([record], request);
  return view as WebsiteView;
}

async function makeView(record: WebsiteRecord, request: ViewRequest & { stored: Stored }) {
  const { unobserved_seconds, unsupported_languages, ...uptime } = await readUptime(
    record,
    request.stored,
    request,
  );
  return {
    ...presentState(record),
    ...uptime,
    ...presentFindings(record, request),
    certificate_expires_at: record.certificate?.expires_at ?? null,
    unchecked: { unobserved_seconds, unsupported_languages, ...presentUnaudited(request) },
  };
}

/** Audits write findings, but resellers mark them: what somebody has just ignored is left out at once. */
async function readStored(records: WebsiteRecord[]): Promise<Stored[]> {
  const keys = records.map(({ reseller_uuid, business_uuid, uuid }) => ({
    ...{ reseller_uuid, business_uuid, uuid },
  }));
  const [uptimes, findings, marks] = await Promise.all([
    readStoredUptimes(records),
    batchGetEventually(...keys.map((key) => lookup<WebsiteFindingsRecord>(WebsiteFindings, key))),
    batchGet(...keys.map((key) => lookup<FindingMarksRecord>(FindingMarks, key))),
  ]);
  return uptimes.map((uptime, index) => ({
    ...{ ...uptime, findings: findings[index], marks: marks[index] },
  }));
}

function presentUnaudited({
  stored: { audit },
  language,
  sender,
}: ViewRequest & { stored: Stored }) {
  const unreadable = audit?.memory.unreadable;
  const { reason, technical = null } = presentUnreadable(unreadable?.reason ?? "");
  return {
    last_audited_at: audit?.crawled_at ?? null,
    unreadable: unreadable
      ? {
          ...{ since: unreadable.since, reason, technical },
          ...tellCause(reason, language, { sender, technical }),
        }
      : null,
  };
}

/** What audits found: as the digest has it, by kind, and how many open findings were found after the period. */
function presentFindings(
  { reseller_uuid, business_uuid, uuid: website_uuid, user_uuid }: WebsiteRecord,
  {
    stored: { findings: websiteFindings, marks, audit },
    period,
    language,
    sender,
    byKind = false,
  }: ViewRequest & { stored: Stored },
) {
  const { begins_at, ends_at } = presentPeriod(period);
  const isWithin = (at?: string) => at !== undefined && at >= begins_at && at < ends_at;
  const wanted = (websiteFindings?.findings ?? []).filter(
    ({ uuid }) => !marks?.marks[uuid]?.ignored_at,
  );
  const seen = wanted.filter(({ first_seen_at }) => first_seen_at < ends_at);
  const later = wanted.filter(
    ({ first_seen_at, resolved_at }) => first_seen_at >= ends_at && resolved_at === undefined,
  );
  const open = seen.filter(({ resolved_at }) => resolved_at === undefined);
  const opened = seen.filter(
    ({ first_seen_at, reopened_at }) => isWithin(first_seen_at) || isWithin(reopened_at),
  );
  const resolved = seen.filter(({ resolved_at }) => isWithin(resolved_at));
  const business = { reseller_uuid, uuid: business_uuid, user_uuid };
  const of = { stored: { uuid: website_uuid }, marks };
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
    opened: countBySeverity(opened),
    resolved: countBySeverity(resolved),
    open: countBySeverity(open),
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
