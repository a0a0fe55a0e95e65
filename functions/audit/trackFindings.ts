import { isDeepStrictEqual } from "node:util";
import { type KeptFinding, packJson } from "../../shared/entities/findings.ts";
import { findingUuid } from "../../shared/findings.ts";
import { findingSeverities } from "../../shared/severity.ts";
import { timestamp } from "../../shared/time.ts";
import { findFaultKind } from "./faultKinds.ts";
import { clip, type Fault } from "./finding.ts";

/** The most findings of a type that are kept open, and the most resolved ones of all types. */
const MAX_OPEN = 1000;
const MAX_RESOLVED = 500;
const MAX_PAGES = 10;
const MAX_DETAIL_FIELDS = 20;
/** Days for which a resolved finding is kept. */
export const RESOLVED_DAYS = 90;
const DAY_MS = 86_400_000;
/** Room for the findings in their item, of which DynamoDB takes 400 KB. */
const MAX_PACKED_BYTES = 200_000;
/** Their length as JSON, for functions that read them: repeated text takes hardly any room in the item. */
const MAX_CHARACTERS = 2_000_000;
/** Fields of a detail that vary from audit to audit. A change in these alone is not written. */
const NOT_NEWS = ["position", "sentence", "score"];

/** What an analyser found wrong with a website. */
export interface ToldFaults {
  /** The name of the analyser. */
  type: string;
  faults: Fault[];
  /** How many further faults there are. */
  more_count: number;
  /** Whether the audit looked where a finding was that it did not find again. */
  looked(finding: KeptFinding): boolean;
}

export interface Tracked {
  findings: KeptFinding[];
  left_out: Record<string, number>;
}

interface Tracking {
  website_uuid: string;
  now: Date;
  /** When the website was last audited before, if it was. */
  last_audit_at: string | undefined;
  isIgnored(uuid: string): boolean;
}

/**
 * The findings of a website after an audit, from those before it. What was found again is the same
 * finding; what was not is resolved if the audit looked where it was.
 */
export function trackFindings(
  before: KeptFinding[],
  told: ToldFaults[],
  tracking: Tracking,
): Tracked {
  const at = timestamp(tracking.now);
  const oldest = timestamp(new Date(tracking.now.getTime() - RESOLVED_DAYS * DAY_MS));
  const known = Map.groupBy(before, ({ type }) => type);
  const types = new Set([...known.keys(), ...told.map(({ type }) => type)]);
  const tracked: Tracked = { findings: [], left_out: {} };
  for (const type of types) {
    const ofType = told.find((each) => each.type === type);
    const found = ofType ? mergeFaults(ofType, tracking) : new Map<string, KeptFinding>();
    const kept = (known.get(type) ?? []).map((finding) => {
      const again = found.get(finding.uuid);
      found.delete(finding.uuid);
      if (again) return seeAgain(finding, again, { at, isIgnored: tracking.isIgnored });
      if (finding.resolved_at) return finding;
      const looked = ofType && ofType.more_count === 0 && ofType.looked(finding);
      return looked ? resolve(finding, at, tracking) : missed(finding, tracking);
    });
    const open = kept.filter(({ resolved_at }) => !resolved_at);
    const added = [...found.values()].slice(0, Math.max(0, MAX_OPEN - open.length));
    const left = found.size - added.length + (ofType?.more_count ?? 0);
    if (left > 0) tracked.left_out[type] = left;
    tracked.findings.push(...kept, ...added);
  }
  return fit({ ...tracked, findings: withoutOld(tracked.findings, oldest) });
}

/** Whether what has changed is worth a write. */
export function isNews(before: Tracked, after: Tracked): boolean {
  const comparable = ({ findings, left_out }: Tracked) => ({
    types: Object.keys(left_out),
    findings: findings.map(({ detail, pages_count, pages, ...finding }) => ({
      ...finding,
      pages: pages.toSorted(),
      pages_count: Math.floor(Math.log2(Math.max(1, pages_count))),
      detail: Object.entries(detail).filter(([name]) => !NOT_NEWS.includes(name)),
    })),
  });
  return !isDeepStrictEqual(comparable(before), comparable(after));
}

/** The faults as new findings, by uuid; those with the same code and subject are one. */
function mergeFaults(
  { type, faults }: ToldFaults,
  { website_uuid, now, isIgnored }: Tracking,
): Map<string, KeptFinding> {
  const merged = new Map<string, KeptFinding>();
  for (const fault of faults) {
    const { code, subject, key, pages, pages_count, detail } = fault;
    const uuid = findingUuid(website_uuid, fault);
    const known = merged.get(uuid);
    if (known) {
      known.pages = [...new Set([...known.pages, ...pages.map(clip)])].slice(0, MAX_PAGES);
      known.pages_count = Math.max(known.pages_count, pages_count, known.pages.length);
      continue;
    }
    merged.set(uuid, {
      ...{ uuid, type, code, severity: findFaultKind(code)?.severity ?? "info" },
      subject: clip(subject),
      ...(key !== undefined && { key }),
      pages: pages.slice(0, MAX_PAGES).map(clip),
      pages_count,
      detail: clipDetail(detail),
      first_seen_at: timestamp(now),
      ...(isIgnored(uuid) && { is_quiet: true }),
    });
  }
  return merged;
}

function clipDetail(detail: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(detail).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    fields
      .slice(0, MAX_DETAIL_FIELDS)
      .map(([name, value]) => [name, typeof value === "string" ? clip(value) : value]),
  );
}

/** A finding that this audit has seen; one that was resolved is open again. */
function seeAgain(
  { last_seen_at: _, resolved_at, is_quiet, ...finding }: KeptFinding,
  { severity, subject, pages, pages_count, detail }: KeptFinding,
  { at, isIgnored }: Pick<Tracking, "isIgnored"> & { at: string },
): KeptFinding {
  const seen = { ...finding, severity, subject, pages, pages_count, detail };
  if (!resolved_at) return { ...seen, ...(is_quiet && { is_quiet }) };
  return {
    ...seen,
    reopened_at: at,
    reopened_count: (finding.reopened_count ?? 0) + 1,
    ...(isIgnored(finding.uuid) && { is_quiet: true }),
  };
}

function resolve(finding: KeptFinding, at: string, tracking: Tracking): KeptFinding {
  const { is_quiet: _, ...seen } = missed(finding, tracking);
  return {
    ...seen,
    resolved_at: at,
    ...(tracking.isIgnored(finding.uuid) && { is_quiet: true }),
  };
}

/** A finding that this audit did not see. */
function missed(finding: KeptFinding, { last_audit_at }: Tracking): KeptFinding {
  const { first_seen_at, last_seen_at = last_audit_at ?? first_seen_at } = finding;
  return { ...finding, last_seen_at };
}

/** Without the findings that were resolved before `oldest`, and those before the last 500. */
function withoutOld(findings: KeptFinding[], oldest: string): KeptFinding[] {
  const resolved = findings
    .flatMap(({ uuid, resolved_at = "" }) => (resolved_at > oldest ? { uuid, resolved_at } : []))
    .toSorted((a, b) => (a.resolved_at < b.resolved_at ? 1 : -1))
    .slice(0, MAX_RESOLVED);
  const kept = new Set(resolved.map(({ uuid }) => uuid));
  return findings.filter(({ uuid, resolved_at }) => resolved_at === undefined || kept.has(uuid));
}

function hasRoom(findings: KeptFinding[]): boolean {
  return (
    JSON.stringify(findings).length <= MAX_CHARACTERS &&
    packJson(findings).length <= MAX_PACKED_BYTES
  );
}

/** The findings that fit into their item. What is resolved goes first, then what is of least weight. */
function fit({ findings, left_out }: Tracked): Tracked {
  if (hasRoom(findings)) return { findings, left_out };
  const rank = ({ resolved_at, severity }: KeptFinding) =>
    resolved_at ? findingSeverities.length : findingSeverities.indexOf(severity);
  const kept = findings.toSorted((a, b) => rank(a) - rank(b));
  const left = { ...left_out };
  while (!hasRoom(kept)) {
    for (const { type, resolved_at } of kept.splice(Math.floor(kept.length * 0.8))) {
      if (!resolved_at) left[type] = (left[type] ?? 0) + 1;
    }
  }
  return { findings: kept, left_out: left };
}
