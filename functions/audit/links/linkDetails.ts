import { clip, MAX_DETAILS } from "../analysers/finding.ts";
import type { BrokenTarget } from "./compareWithPrevious.ts";
import type { LinkTarget } from "./linkTargets.ts";
import type { Verdict } from "./verdict.ts";

export interface LinkDetails {
  targets_count: number;
  ok_count: number;
  /** 5xx and timeouts that failed for the first time are among them. */
  inconclusive_count: number;
  /** There was no time for them. */
  unchecked_count: number;
  /** At most 50, each with at most 5 of the pages that link to it. */
  broken: BrokenLink[];
}

export interface BrokenLink {
  url: string;
  reason: string;
  is_new: boolean;
  pages_count: number;
  pages: string[];
}

/** Tells which links are broken and on which pages, new ones first, within bounds. */
export function presentDetails(
  verdicts: Map<LinkTarget, Verdict>,
  broken: BrokenTarget[],
): LinkDetails {
  const counts = { ok: 0, broken: 0, inconclusive: 0, suspect: 0, unchecked: 0 };
  for (const { verdict } of verdicts.values()) counts[verdict] += 1;
  const suspects = counts.broken + counts.suspect - broken.length;
  return {
    targets_count: verdicts.size,
    ok_count: counts.ok,
    inconclusive_count: counts.inconclusive + suspects,
    unchecked_count: counts.unchecked,
    broken: broken
      .toSorted((a, b) => Number(b.isNew) - Number(a.isNew))
      .slice(0, MAX_DETAILS)
      .map(presentBroken),
  };
}

function presentBroken({ target, reason, isNew }: BrokenTarget): BrokenLink {
  return {
    url: clip(target.url),
    reason,
    is_new: isNew,
    pages_count: target.pageCount,
    pages: target.pages.map(clip),
  };
}
