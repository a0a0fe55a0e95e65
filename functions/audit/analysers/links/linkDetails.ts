import * as z from "zod/mini";
import { clip, count, detailsOf, detailText, type Finding, MAX_DETAILS } from "../finding.ts";
import type { BrokenTarget } from "./compareWithPrevious.ts";
import type { LinkTarget } from "./linkTargets.ts";
import type { Verdict } from "./verdict.ts";

const PAGES_PER_LINK = 5;

const brokenLink = z.strictObject({
  url: detailText,
  reason: detailText,
  is_new: z.boolean(),
  pages_count: count,
  /** Some of the pages that link there. */
  pages: z.array(detailText).check(z.maxLength(PAGES_PER_LINK)),
});

/** The `data` of a feed item of type `broken_link_details`: which links are broken, new ones first. */
export const brokenLinkDetailsData = z.strictObject({ links: detailsOf(brokenLink) });

export interface LinkDetails {
  targets_count: number;
  ok_count: number;
  /** 5xx and timeouts that failed for the first time are among them. */
  inconclusive_count: number;
  /** There was no time for them. */
  unchecked_count: number;
  /** At most 50. */
  broken: BrokenLink[];
}

export type BrokenLink = z.infer<typeof brokenLink>;

/** The feed item that tells which links are broken: section 2.8 of the specification only counts them. */
export function presentBrokenLinks({
  status,
  details,
}: Finding<unknown> & { details: LinkDetails }): Finding<z.infer<typeof brokenLinkDetailsData>> {
  return { status, data: { links: details.broken } };
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
    pages: target.pages.slice(0, PAGES_PER_LINK).map(clip),
  };
}
