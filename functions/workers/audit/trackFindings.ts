import { type Analyser, type Examined, typeOf } from "../../../shared/audit/analysers/analyser.ts";
import { clip, type Fault, MAX_PAGES } from "../../../shared/audit/analysers/faults.ts";
import type { Crawl } from "../../../shared/audit/crawl/crawl.ts";
import { findFaultKind } from "../../../shared/audit/faultKinds.ts";
import type { KeptFinding } from "../../../shared/entities/findings.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { findingUuid } from "../../../shared/vocabulary/findings.ts";

/** The faults of one analyser by the uuid of their finding, and where it looked. */
export interface Report {
  /** The type of its findings. */
  type: string;
  faults: Map<string, Fault>;
  /** Whether the audit looked where a former finding was, so that its absence means that it is fixed. */
  looked(finding: Pick<Fault, "code" | "subject" | "key" | "pages" | "pages_count">): boolean;
}

interface Reporting {
  website_uuid: string;
  crawl: Pick<Crawl, "coverage" | "isLookedAt">;
}

/** The faults of each analyser, merged by finding. */
export function reportsOf(
  examined: Map<Analyser, Examined>,
  { website_uuid, crawl }: Reporting,
): Report[] {
  return [...examined].flatMap(([analyser, { faults, more_count = 0, mayRemain }]) => {
    if (!faults) return [];
    const merged = new Map<string, Fault>();
    for (const fault of faults) merge(merged, findingUuid(website_uuid, fault), fault);
    const looked: Report["looked"] = (finding) => {
      const { pages, pages_count } = finding;
      if (more_count > 0 || mayRemain?.(finding)) return false;
      return (pages_count <= pages.length || hasReadAll(crawl)) && pages.every(crawl.isLookedAt);
    };
    return { type: typeOf(analyser), faults: merged, looked };
  });
}

function merge(merged: Map<string, Fault>, uuid: string, fault: Fault) {
  const existing = merged.get(uuid);
  if (!existing) {
    merged.set(uuid, fault);
    return;
  }
  const pages = [...new Set([...existing.pages, ...fault.pages])].slice(0, MAX_PAGES);
  const pages_count = Math.max(existing.pages_count, fault.pages_count, pages.length);
  merged.set(uuid, { ...existing, pages, pages_count });
}

/** Whether the crawl read everything that any audit would read. A slow or failing website may have more. */
function hasReadAll({ coverage: { limit, failed } }: Reporting["crawl"]): boolean {
  return limit !== "deadline" && failed === undefined;
}

const MAX_SUSPECTS = 500;

/**
 * Removes suspected faults from the reports, unless the previous audit had them too. Returns the uuids of the findings
 * that they would be, for the next audit.
 */
export function confirmSuspects(
  reports: Report[],
  { before, isOpen }: { before: ReadonlySet<string>; isOpen(uuid: string): boolean },
): string[] {
  const suspects: string[] = [];
  for (const { faults } of reports) {
    for (const [uuid, { isSuspect }] of [...faults]) {
      if (!isSuspect) continue;
      suspects.push(uuid);
      if (!isOpen(uuid) && !before.has(uuid)) faults.delete(uuid);
    }
  }
  return suspects.slice(0, MAX_SUSPECTS);
}

/** The most open findings of a type. Others are counted in feed items only. */
const MAX_OPEN = 1000;

interface Tracking {
  now: Date;
  /** The time of the previous audit, if there was one. */
  last_audit_at: string | undefined;
  isIgnored(uuid: string): boolean;
}

/**
 * The findings of a website after an audit. A fault that was there before keeps its finding, which is reopened if it
 * was resolved. A finding without a fault is resolved if the audit looked where it was. An ignored finding is neither
 * resolved nor reopened, so that no event tells of it.
 */
export function trackFindings(
  before: readonly KeptFinding[],
  reports: Report[],
  tracking: Tracking,
): KeptFinding[] {
  const byType = new Map(reports.map((report) => [report.type, report]));
  const findings = before.map((finding) => {
    const report = byType.get(finding.type);
    const fault = report?.faults.get(finding.uuid);
    if (fault) return seeAgain(finding, fault, tracking);
    if (finding.resolved_at) return finding;
    const missed = miss(finding, tracking);
    const isFixed = report?.looked(finding) && !tracking.isIgnored(finding.uuid);
    return isFixed ? { ...missed, resolved_at: timestamp(tracking.now) } : missed;
  });
  const uuids = new Set(findings.map(({ uuid }) => uuid));
  for (const { type, faults } of reports) {
    const open = findings.filter((each) => each.type === type && !each.resolved_at);
    const added = [...faults].filter(([uuid]) => !uuids.has(uuid));
    const room = Math.max(0, MAX_OPEN - open.length);
    findings.push(
      ...added.slice(0, room).map(([uuid, fault]) => openFinding(uuid, { type, fault }, tracking)),
    );
  }
  return findings;
}

function openFinding(
  uuid: string,
  { type, fault }: { type: string; fault: Fault },
  { now }: Tracking,
): KeptFinding {
  return {
    ...{ uuid, type, code: fault.code },
    ...(fault.key !== undefined && { key: fault.key }),
    ...seen(fault),
    first_seen_at: timestamp(now),
  };
}

/** What a finding takes from the newest audit that saw it. */
function seen({ code, subject, pages, pages_count, detail }: Fault) {
  const fields = Object.entries(detail).filter(([, value]) => value !== undefined);
  const clipped = fields.map(([name, value]) => [
    name,
    typeof value === "string" ? clip(value) : value,
  ]);
  return {
    severity: findFaultKind(code)?.severity ?? ("info" as const),
    subject: clip(subject),
    ...{ pages: pages.map(clip), pages_count },
    detail: Object.fromEntries(clipped),
  };
}

/** A finding with a fault in this audit; a resolved one is open again. */
function seeAgain(
  { last_seen_at: _, ...finding }: KeptFinding,
  fault: Fault,
  { now, isIgnored }: Tracking,
): KeptFinding {
  const { resolved_at, ...again } = { ...finding, ...seen(fault) };
  if (!resolved_at) return again;
  if (isIgnored(finding.uuid)) return { ...again, resolved_at };
  return { ...again, reopened_at: timestamp(now) };
}

/** A finding without a fault in this audit. */
function miss(finding: KeptFinding, { last_audit_at }: Tracking): KeptFinding {
  const { first_seen_at, last_seen_at = last_audit_at ?? first_seen_at } = finding;
  return { ...finding, last_seen_at };
}
