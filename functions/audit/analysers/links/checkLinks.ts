import * as z from "zod/mini";
import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { count, type Finding } from "../finding.ts";
import { checkTargets } from "./checkTargets.ts";
import { compareWithPrevious } from "./compareWithPrevious.ts";
import { type LinkDetails, presentDetails } from "./linkDetails.ts";
import { digest, type LinkState, NO_LINK_STATE } from "./linkState.ts";
import { collectTargets, type LinkTarget } from "./linkTargets.ts";
import { findSoftNotFound } from "./softNotFound.ts";

/** The `data` of a feed item of type `broken_links`: section 2.8 of the specification, exactly. */
export const brokenLinksData = z.strictObject({
  links_broken_count: count,
  new_links_broken_count: count,
});

export type BrokenLinksData = z.infer<typeof brokenLinksData>;

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

export interface LinksFinding extends Finding<BrokenLinksData> {
  /** For the next audit. */
  state: LinkState;
  /** Which links are broken, for a feed item of its own, and counts for the log. */
  details: LinkDetails;
}

/**
 * Checks every distinct target of the crawled pages' links once. Where the crawl read no page,
 * nothing is known: the status is `info` and the state stays what it was.
 */
export async function checkLinks(crawl: Crawl, options: LinksOptions): Promise<LinksFinding> {
  const { previous = NO_LINK_STATE, client, deadline, maxRequests = 2000 } = options;
  const softNotFound = await findSoftNotFound(crawl, options);
  const targets = failedBeforeFirst(collectTargets(crawl), previous);
  const verdicts = await checkTargets(targets, crawl, {
    client,
    deadline,
    maxRequests,
    ...(softNotFound && { softNotFound }),
  });
  const complete = crawl.pages.length > 0 && crawl.coverage.limit !== "time";
  const { broken, state } = compareWithPrevious(verdicts, { previous, complete });
  return {
    status: crawl.pages.length === 0 ? "info" : broken.length > 0 ? "warning" : "success",
    data: {
      links_broken_count: broken.length,
      new_links_broken_count: broken.filter(({ isNew }) => isNew).length,
    },
    state,
    details: presentDetails(verdicts, broken),
  };
}

/** So that a target that once failed is checked again, however many there are. */
function failedBeforeFirst(targets: LinkTarget[], { broken, suspects }: LinkState) {
  const failed = new Set([...broken, ...suspects]);
  if (failed.size === 0) return targets;
  const before = targets.filter(({ key }) => failed.has(digest(key)));
  return [...new Set([...before, ...targets])];
}
