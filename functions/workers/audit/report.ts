import { type Analyser, type Examined, typeOf } from "../../../shared/audit/analysers/analyser.ts";
import { clip, type Fault, MAX_PAGES } from "../../../shared/audit/analysers/faults.ts";
import { findKind } from "../../../shared/audit/analysers/index.ts";
import type { Crawl } from "../../../shared/audit/crawl/crawl.ts";
import { findingUuid } from "../../../shared/vocabulary/findings.ts";

/** What an audit found wrong with a website, by the finding's uuid, and where it looked. */
export interface Report {
  /** The type of its findings. */
  type: string;
  faults: Map<string, Fault>;
  /** How many further faults there are. */
  more_count: number;
  /** Whether the audit looked where a finding was that it did not find again. */
  looked(finding: Pick<Fault, "code" | "subject" | "key" | "pages" | "pages_count">): boolean;
}

interface Reporting {
  website_uuid: string;
  crawl: Pick<Crawl, "coverage" | "isLookedAt">;
  isIgnored(uuid: string): boolean;
}

/** What each analyser found wrong, each fault once, without those that another one covers. */
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

/** Whether a crawl read all that audits ever read of the website. A slow or failing website may have more. */
function hasReadAll({ coverage: { limit, failed } }: Reporting["crawl"]): boolean {
  return limit !== "time" && failed === undefined;
}

/** Whether another fault that was found has the same cause as this one (`FaultKind.covers`). */
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

/** The keys of faults that only count if the next audit finds them as well, by type. */
type Suspects = Readonly<Record<string, string[]>>;

/**
 * Takes faults that may be over soon out of the reports, unless the audit before found them as well. Returns what the
 * next audit has to know, by type: the keys of these faults, and former ones where nobody looked.
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
