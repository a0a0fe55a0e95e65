import { type Analyser, type Examined, typeOf } from "../../../shared/audit/analysers/analyser.ts";
import { clip, type Fault, MAX_PAGES } from "../../../shared/audit/analysers/faults.ts";
import { findKind } from "../../../shared/audit/analysers/index.ts";
import type { Crawl } from "../../../shared/audit/crawl/crawl.ts";
import { findingUuid } from "../../../shared/vocabulary/findings.ts";

/** The faults of one analyser by the uuid of their finding, and where it looked. */
export interface Report {
  /** The type of its findings. */
  type: string;
  faults: Map<string, Fault>;
  /** The number of further faults. */
  more_count: number;
  /** Whether the audit looked where a former finding was, so that its absence means that it is fixed. */
  looked(finding: Pick<Fault, "code" | "subject" | "key" | "pages" | "pages_count">): boolean;
}

interface Reporting {
  website_uuid: string;
  crawl: Pick<Crawl, "coverage" | "isLookedAt">;
  isIgnored(uuid: string): boolean;
}

/** The faults of each analyser, merged by finding, without those that another fault covers. */
export function reportsOf(
  examined: Map<Analyser, Examined>,
  { website_uuid, crawl, isIgnored }: Reporting,
): Report[] {
  const isCovered = coveredBy([...examined.values()].flatMap(({ faults = [] }) => faults));
  const uuidOf = (fault: Pick<Fault, "code" | "subject" | "key">) =>
    findingUuid(website_uuid, fault);
  return [...examined].flatMap(([analyser, { faults, more_count = 0, mayRemain }]) => {
    if (!faults) return [];
    const merged = new Map<string, Fault>();
    for (const fault of faults) {
      const alias = findKind(fault.code)?.alias;
      if (isCovered(fault) || (alias && isIgnored(uuidOf({ ...fault, code: alias })))) continue;
      merge(merged, uuidOf(fault), fault);
    }
    const looked: Report["looked"] = (finding) => {
      const { pages, pages_count } = finding;
      if (more_count > 0 || mayRemain?.(finding) || isCovered(finding)) return false;
      return (pages_count <= pages.length || hasReadAll(crawl)) && pages.every(crawl.isLookedAt);
    };
    return { type: typeOf(analyser), faults: merged, more_count, looked };
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
  return limit !== "time" && failed === undefined;
}

/** Whether another fault has the same cause as this one (`FaultKind.covers`). */
function coveredBy(faults: Fault[]): (fault: Pick<Fault, "code" | "subject">) => boolean {
  const anywhere = "";
  const covered = faults.flatMap(({ code, subject, key, pages_count }) => {
    const place = pages_count === 0 || key === "" ? anywhere : clip(subject);
    return (findKind(code)?.covers ?? []).map((each) => `${each} ${place}`);
  });
  const all = new Set(covered);
  return ({ code, subject }) =>
    all.has(`${code} ${anywhere}`) || all.has(`${code} ${clip(subject)}`);
}

const MAX_SUSPECTS = 1000;

/** The keys of suspected faults by type. They only count if the next audit sees them again. */
type Suspects = Readonly<Record<string, string[]>>;

/**
 * Removes suspected faults from the reports, unless the previous audit had them too. Returns what the next audit needs
 * to know, by type: the keys of the suspects, and the former suspects where this audit did not look.
 */
export function confirmSuspects(
  reports: Report[],
  { before, isOpen }: { before: Suspects; isOpen(uuid: string): boolean },
): Suspects {
  const after: Record<string, string[]> = { ...before };
  for (const { type, faults, looked } of reports) {
    const former = new Set(before[type]);
    const suspects = [...faults].filter(([, { isSuspect }]) => isSuspect);
    for (const [uuid, { key = "" }] of suspects)
      if (!isOpen(uuid) && !former.has(key)) faults.delete(uuid);
    const place = { code: "", subject: "", pages: [], pages_count: 0 };
    const keysOfSuspects = suspects.map(([, { key = "" }]) => key);
    const unseen = [...former].filter((key) => !looked({ ...place, key }));
    const keys = [...new Set([...keysOfSuspects, ...unseen])].slice(0, MAX_SUSPECTS);
    if (keys.length > 0) after[type] = keys;
    else delete after[type];
  }
  return after;
}
