import * as z from "zod/mini";
import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import {
  clip,
  count,
  defineAnalyser,
  detailsOf,
  detailText,
  type Finding,
  MAX_DETAILS,
} from "../../analyser.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Verdict } from "../../verdict.ts";
import { findSoftNotFound } from "./softNotFound.ts";
import {
  type BrokenTarget,
  compareWithPrevious,
  digest,
  failedBeforeFirst,
  type LinkState,
  linkState,
  NO_LINK_STATE,
  newAmong,
} from "./state.ts";
import { checkTargets, type LinkTarget, LinkTargets, PAGES_PER_TARGET } from "./targets.ts";

/** The `data` of a feed item of type `broken_links`: section 2.8 of the specification, exactly. */
export const brokenLinksData = z.strictObject({
  links_broken_count: count,
  new_links_broken_count: count,
});

export type BrokenLinksData = z.infer<typeof brokenLinksData>;

const brokenLink = z.strictObject({
  url: detailText,
  reason: detailText,
  is_new: z.boolean(),
  pages_count: count,
  /** Some of the pages that link there. */
  pages: z.array(detailText).check(z.maxLength(PAGES_PER_TARGET)),
});

/**
 * The `data` of a feed item of type `broken_link_details`: which links are broken, new ones first,
 * and how many were not checked, for which reasons.
 */
const brokenLinkDetailsData = z.strictObject({
  links: detailsOf(brokenLink),
  unchecked_count: count,
  unchecked: detailsOf(z.strictObject({ reason: detailText, count })),
});

export interface LinkDetails {
  targets_count: number;
  ok_count: number;
  /** 5xx and timeouts that failed for the first time are among them. */
  inconclusive_count: number;
  /** Were not requested. */
  unchecked_count: number;
  /** Why they were not, the most frequent reason first. */
  unchecked: { reason: string; count: number }[];
  /** At most 50. */
  broken: BrokenLink[];
  /** The digests of those, as the state has them. */
  ids: string[];
}

export type BrokenLink = z.infer<typeof brokenLink>;

export interface LinksOptions {
  /** The one of the crawl, so that the site's host is not asked too often. */
  client: PoliteClient;
  /** Date.now() milliseconds. */
  deadline: number;
  /** What the previous completed audit left; none before the first. */
  previous?: LinkState;
  /** Targets that are requested, beyond those that the crawl has been to. Default: 2000. */
  maxRequests?: number;
}

interface LinksFinding extends Finding<BrokenLinksData> {
  /** For the next audit. */
  state: LinkState;
  /** Which links are broken, for a feed item of its own, and counts for the log. */
  details: LinkDetails;
}

/**
 * Checks every distinct target of the crawled pages' links once. Where the crawl read no page,
 * nothing is known: the status is `info` and the state stays what it was.
 */
export async function checkLinks(
  crawl: Crawl,
  found: LinkTargets,
  options: LinksOptions,
): Promise<LinksFinding> {
  const { previous = NO_LINK_STATE, client, deadline, maxRequests = 2000 } = options;
  const softNotFound = await findSoftNotFound(crawl, found.start, options);
  const targets = failedBeforeFirst(found.all, previous);
  const verdicts = await checkTargets(targets, crawl, {
    client,
    deadline,
    maxRequests,
    softPages: found.findSoft(softNotFound),
    ...(softNotFound && { softNotFound }),
  });
  const isRead = crawl.coverage.pages > 0;
  const complete = isRead && crawl.coverage.limit !== "time";
  const { broken, state } = compareWithPrevious(verdicts, { previous, complete });
  return {
    status: !isRead ? "info" : broken.length > 0 ? "warning" : "success",
    data: {
      links_broken_count: broken.length,
      new_links_broken_count: broken.filter(({ isNew }) => isNew).length,
    },
    state,
    details: presentDetails(verdicts, broken),
  };
}

/** Tells which links are broken and on which pages, new ones first, within bounds. */
function presentDetails(verdicts: Map<LinkTarget, Verdict>, broken: BrokenTarget[]): LinkDetails {
  const counts = { ok: 0, broken: 0, inconclusive: 0, suspect: 0, unchecked: 0 };
  const reasons = new Map<string, number>();
  for (const { verdict, reason } of verdicts.values()) {
    counts[verdict] += 1;
    if (verdict === "unchecked") reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const shown = broken.toSorted((a, b) => Number(b.isNew) - Number(a.isNew)).slice(0, MAX_DETAILS);
  const suspects = counts.broken + counts.suspect - broken.length;
  return {
    targets_count: verdicts.size,
    ok_count: counts.ok,
    inconclusive_count: counts.inconclusive + suspects,
    unchecked_count: counts.unchecked,
    unchecked: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count),
    broken: shown.map(presentBroken),
    ids: shown.map(({ target }) => digest(target.key)),
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

export const links = defineAnalyser({
  feature: "broken_links",
  category: "website",
  items: { broken_links: brokenLinksData, broken_link_details: brokenLinkDetailsData },
  reads: "everyPage",
  notNews: ["pages_count", "unchecked_count", "unchecked"],
  memory: linkState,
  collect: () => new LinkTargets(),
  async analyse(crawl, { client, deadline, memory }, found) {
    const options = { client, deadline, ...(memory && { previous: memory }) };
    const { status, data, state, details } = await checkLinks(crawl, found, options);
    const { broken, ids, unchecked, ...counts } = details;
    const { unchecked_count } = counts;
    return {
      findings: {
        broken_links: { status, data },
        broken_link_details: { status, data: { links: broken, unchecked_count, unchecked } },
      },
      memory: state,
      material: ids,
      counts,
      unchecked: unchecked.map((each) => ({ what: "links", ...each })),
    };
  },
  // What is new is so for each website by itself.
  async adopt(found, { memory = NO_LINK_STATE }) {
    const { broken_links: count, broken_link_details: details } = found.findings;
    const ids = found.material as string[];
    if (!count || !details || !found.memory) return found;
    const unknown = newAmong(found.memory.broken, memory);
    const shown = details.data.links
      .map((link, index) => ({ ...link, is_new: unknown.has(ids[index] ?? "") }))
      .toSorted((a, b) => Number(b.is_new) - Number(a.is_new));
    return {
      ...found,
      findings: {
        broken_links: { ...count, data: { ...count.data, new_links_broken_count: unknown.size } },
        broken_link_details: { ...details, data: { ...details.data, links: shown } },
      },
    };
  },
  summarise: ({ broken_links }) => ({
    links_broken_count: broken_links?.data.links_broken_count ?? 0,
  }),
});
