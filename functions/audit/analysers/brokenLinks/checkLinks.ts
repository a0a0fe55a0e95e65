import { isIP } from "node:net";
import type { Crawl } from "../../crawl/crawl.ts";
import { clip } from "../../finding.ts";
import type { Verdict } from "../../pages/outcome.ts";
import { REQUESTS_AT_ONCE, type RequestTools } from "../../pages/politeClient.ts";
import { broken, findKnown, TARGETS_PER_HOST, TargetChecker, unchecked } from "./targetChecker.ts";
import { digest, type LinkTarget, type LinkTargets } from "./targets.ts";

/** The most failed targets that are kept of this audit, and of the one before. */
export const MAX_FAILED = 5000;
const HOSTS_AT_ONCE = 16;
/** One website may well have one link, to a host that is gone. */
const MIN_HOSTS_OF_A_DOUBT = 2;

export interface LinksOptions extends RequestTools {
  /** The most targets that are requested, besides those that the crawl requested. Default: 2000. */
  maxRequests?: number;
}

/** A link that failed. */
export interface FailedLink {
  /** The digest of its target. */
  id: string;
  url: string;
  reason: string;
  code: "broken_link" | "broken_image" | "broken_file";
  /** What the link says. */
  text?: string;
  pages_count: number;
  /** Some of the pages that link there. */
  pages: string[];
  /** The failure may be over soon: the link only counts as broken if it also failed at the last audit. */
  isSuspect?: true;
}

/** What an audit finds out about the links of a host name. */
export interface LinksMaterial {
  isRead: boolean;
  targets_count: number;
  ok_count: number;
  /** Without links that only count as broken if they fail twice. */
  inconclusive_count: number;
  unchecked_count: number;
  /** Why links were not checked, the most frequent reason first. */
  unchecked: { reason: string; count: number }[];
  /** At most 5,000, in the order of the crawl. */
  failed: FailedLink[];
  /** The number of broken links that `failed` has no room for. */
  more_broken_count: number;
  /** The number of suspects that `failed` has no room for. */
  more_suspect_count: number;
  /**
   * Digests of the targets about which nothing is known or, if the crawl ended early, of the others: an
   * unknown target stays what it was at the last audit.
   */
  unknown: { ids: string[]; isInverted: boolean };
}

/** Checks every distinct target of the crawled pages' links once. */
export async function checkLinks(
  crawl: Crawl,
  { client, deadline, maxRequests = 2000 }: LinksOptions,
  found: LinkTargets,
): Promise<LinksMaterial> {
  const checker = new TargetChecker(crawl, { client, deadline });
  const verdicts = await judgeTargets(found.all, { crawl, checker, maxRequests });
  doubtResolver(verdicts, crawl);
  return describeVerdicts(verdicts, crawl);
}

interface Judging {
  crawl: Crawl;
  checker: TargetChecker;
  maxRequests: number;
}

/** The verdict on each target: from the crawl, or from requests to many hosts at once. */
async function judgeTargets(
  targets: LinkTarget[],
  { crawl, checker, maxRequests }: Judging,
): Promise<Map<LinkTarget, Verdict>> {
  const verdicts = new Map<LinkTarget, Verdict>(
    targets.map((target) => [target, unchecked("limit of links")]),
  );
  const requests: { url: string; target: LinkTarget }[] = [];
  const ofHosts = new Map<string, number>();
  for (const target of targets) {
    const known = target.valid ? findKnown(crawl, target.url) : broken("invalid_url");
    if ("verdict" in known) verdicts.set(target, known.verdict);
    else if (requests.length < maxRequests) {
      const { hostname } = new URL(known.request);
      // A page of the website may redirect elsewhere.
      const internal = crawl.site.includes(known.request);
      const count = internal ? 0 : (ofHosts.get(hostname) ?? 0) + 1;
      if (count <= TARGETS_PER_HOST) {
        requests.push({ url: known.request, target });
        if (!internal) ofHosts.set(hostname, count);
      } else verdicts.set(target, unchecked("limit of links to one host"));
    }
  }
  const byHost = Map.groupBy(requests, ({ url }) => new URL(url).host).values();
  await forEach([...byHost], HOSTS_AT_ONCE, (ofHost) =>
    forEach(ofHost, REQUESTS_AT_ONCE, async ({ url, target }) => {
      verdicts.set(target, await checker.check(url, target));
    }),
  );
  return verdicts;
}

/** If no other host has an address, our resolver has failed: the links to other hosts are unchecked. */
function doubtResolver(verdicts: Map<LinkTarget, Verdict>, { site }: Crawl) {
  const hosts = new Set<string>();
  const failed: LinkTarget[] = [];
  for (const [target, { verdict, reason }] of verdicts) {
    if (!target.valid || verdict === "unchecked" || site.includes(target.url)) continue;
    const { hostname } = new URL(target.url);
    if (reason === "private address" || isAddress(hostname)) continue;
    if (!reason.startsWith("dns")) return;
    hosts.add(hostname);
    failed.push(target);
  }
  if (hosts.size < MIN_HOSTS_OF_A_DOUBT) return;
  for (const target of failed) verdicts.set(target, unchecked("no host name resolves"));
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}

/** Runs the task for each item, in order, with at most `atOnce` under way. */
async function forEach<Item>(
  items: Item[],
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function describeVerdicts(verdicts: Map<LinkTarget, Verdict>, { coverage }: Crawl): LinksMaterial {
  const counts = { ok: 0, broken: 0, inconclusive: 0, suspect: 0, unchecked: 0 };
  const reasons = new Map<string, number>();
  const failed: FailedLink[] = [];
  const more = { broken: 0, suspect: 0 };
  const isRead = coverage.pages > 0;
  const isInverted = !isRead || coverage.limit === "time";
  const ids: string[] = [];
  for (const [target, { verdict, reason }] of verdicts) {
    counts[verdict] += 1;
    if (verdict === "unchecked") reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    const isUnknown = verdict === "unchecked" || verdict === "inconclusive";
    if (isUnknown !== isInverted) ids.push(digest(target.key));
    if (verdict !== "broken" && verdict !== "suspect") continue;
    if (failed.length < MAX_FAILED) failed.push(describeFailed(target, { verdict, reason }));
    else more[verdict] += 1;
  }
  return {
    isRead,
    targets_count: verdicts.size,
    ok_count: counts.ok,
    inconclusive_count: counts.inconclusive,
    unchecked_count: counts.unchecked,
    unchecked: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count),
    failed,
    more_broken_count: more.broken,
    more_suspect_count: more.suspect,
    unknown: { ids, isInverted },
  };
}

function describeFailed(
  { key, url, text, pageCount, pages, visited, isImage }: LinkTarget,
  { verdict, reason }: Verdict,
): FailedLink {
  return {
    id: digest(key),
    url: clip(url),
    reason,
    code: visited ? "broken_link" : isImage ? "broken_image" : "broken_file",
    ...(text && { text: clip(text) }),
    pages_count: pageCount,
    pages: pages.map(clip),
    ...(verdict === "suspect" && { isSuspect: true }),
  };
}
