import { clip, type Fault } from "../../../shared/audit/analysers/faults.ts";
import { findKind } from "../../../shared/audit/analysers/index.ts";
import type { KeptFinding } from "../../../shared/entities/findings.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import type { Report } from "./report.ts";

/** The most open findings of a type. */
const MAX_OPEN = 1000;
const MAX_DETAIL_FIELDS = 20;

/** The findings of a website, and the number of open ones without room, by type. */
export interface Tracked {
  findings: KeptFinding[];
  left_out: Readonly<Record<string, number>>;
}

interface Tracking {
  now: Date;
  /** The time of the previous audit, if there was one. */
  last_audit_at: string | undefined;
  isIgnored(uuid: string): boolean;
}

/**
 * The findings of a website after an audit. A fault that was there before keeps its finding, which is reopened if it
 * was resolved. A finding without a fault is resolved if the audit looked where it was.
 */
export function trackFindings(before: Tracked, reports: Report[], tracking: Tracking): Tracked {
  const byType = new Map(reports.map((report) => [report.type, report]));
  const findings = before.findings.map((finding) => {
    const report = byType.get(finding.type);
    const fault = report?.faults.get(finding.uuid);
    if (fault) return seeAgain(finding, fault, tracking);
    if (finding.resolved_at) return finding;
    return report?.looked(finding) ? resolve(finding, tracking) : miss(finding, tracking);
  });
  const uuids = new Set(findings.map(({ uuid }) => uuid));
  const left_out: Record<string, number> = { ...before.left_out };
  for (const { type, faults, more_count } of reports) {
    const open = findings.filter((each) => each.type === type && !each.resolved_at);
    const added = [...faults].filter(([uuid]) => !uuids.has(uuid));
    const room = Math.max(0, MAX_OPEN - open.length);
    findings.push(
      ...added.slice(0, room).map(([uuid, fault]) => openFinding(uuid, { type, fault }, tracking)),
    );
    delete left_out[type];
    const more = Math.max(0, added.length - room) + more_count;
    if (more > 0) left_out[type] = more;
  }
  return { findings, left_out };
}

function openFinding(
  uuid: string,
  { type, fault }: { type: string; fault: Fault },
  { now, isIgnored }: Tracking,
): KeptFinding {
  return {
    ...{ uuid, type, code: fault.code },
    ...(fault.key !== undefined && { key: fault.key }),
    ...seen(fault),
    first_seen_at: timestamp(now),
    ...(isIgnored(uuid) && { is_quiet: true }),
  };
}

/** What a finding takes from the newest audit that saw it. */
function seen({ code, subject, pages, pages_count, detail }: Fault) {
  const fields = Object.entries(detail).filter(([, value]) => value !== undefined);
  const clipped = fields
    .slice(0, MAX_DETAIL_FIELDS)
    .map(([name, value]) => [name, typeof value === "string" ? clip(value) : value]);
  return {
    severity: findKind(code)?.severity ?? ("info" as const),
    subject: clip(subject),
    ...{ pages: pages.map(clip), pages_count },
    detail: Object.fromEntries(clipped),
  };
}

/** A finding with a fault in this audit; a resolved one is open again. */
function seeAgain(
  { last_seen_at: _, resolved_at, is_quiet, ...finding }: KeptFinding,
  fault: Fault,
  { now, isIgnored }: Tracking,
): KeptFinding {
  const again = { ...finding, ...seen(fault) };
  if (!resolved_at) return { ...again, ...(is_quiet && { is_quiet }) };
  return {
    ...again,
    reopened_at: timestamp(now),
    reopened_count: (finding.reopened_count ?? 0) + 1,
    ...(isIgnored(finding.uuid) && { is_quiet: true }),
  };
}

function resolve(finding: KeptFinding, tracking: Tracking): KeptFinding {
  const { is_quiet: _, ...missed } = miss(finding, tracking);
  return {
    ...missed,
    resolved_at: timestamp(tracking.now),
    ...(tracking.isIgnored(finding.uuid) && { is_quiet: true }),
  };
}

/** A finding without a fault in this audit. */
function miss(finding: KeptFinding, { last_audit_at }: Tracking): KeptFinding {
  const { first_seen_at, last_seen_at = last_audit_at ?? first_seen_at } = finding;
  return { ...finding, last_seen_at };
}
