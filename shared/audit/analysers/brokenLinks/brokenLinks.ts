import { forEach } from "../../../platform/forEach.ts";
import { brokenReasons, reasonIn } from "../../../vocabulary/reasons.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Verdict } from "../../pages/outcome.ts";
import { REQUESTS_AT_ONCE } from "../../pages/politeClient.ts";
import type { Analyser, AuditInput, Examination, Examined } from "../analyser.ts";
import { clip, type Fault } from "../faults.ts";
import {
  broken,
  digest,
  type LinkTarget,
  LinkTargets,
  TargetChecker,
  unchecked,
  verdictOfCrawl,
} from "./linkTargets.ts";

/** The most targets to request, in addition to the crawl's requests. */
const MAX_REQUESTS = 2000;
const HOSTS_AT_ONCE = 16;

type Verdicts = Map<LinkTarget, Verdict>;

/** Checks every distinct target of the crawled pages' links once. */
class LinksExamination implements Examination {
  readonly #targets = new LinkTargets();

  get bytes() {
    return this.#targets.bytes;
  }

  readonly add: LinkTargets["add"] = (page, site) => this.#targets.add(page, site);

  async examine({ crawl, ...tools }: Pick<AuditInput, "crawl" | "client" | "deadline">) {
    const checker = new TargetChecker(crawl, tools);
    const verdicts = await judgeTargets(this.#targets.all, crawl, checker);
    return describeVerdicts(verdicts, crawl);
  }
}

/** The verdict on each target, from the crawl or from requests to many hosts at once. */
async function judgeTargets(
  targets: LinkTarget[],
  crawl: Crawl,
  checker: TargetChecker,
): Promise<Verdicts> {
  const verdicts = new Map(targets.map((target) => [target, unchecked("link_limit")]));
  const requests: { url: string; target: LinkTarget }[] = [];
  for (const target of targets) {
    const judged = target.valid ? verdictOfCrawl(crawl, target.url) : broken("invalid_url");
    if ("verdict" in judged) verdicts.set(target, judged.verdict);
    else if (requests.length < MAX_REQUESTS) requests.push({ url: judged.request, target });
  }
  const byHost = Map.groupBy(requests, ({ url }) => new URL(url).host).values();
  await forEach([...byHost], HOSTS_AT_ONCE, (ofHost) =>
    forEach(ofHost, REQUESTS_AT_ONCE, async ({ url, target }) => {
      verdicts.set(target, await checker.check(url, target));
    }),
  );
  return verdicts;
}

function describeVerdicts(verdicts: Verdicts, { coverage }: Crawl): Examined {
  const reasons = new Map<string, number>();
  const unknown = new Set<string>();
  const faults: Fault[] = [];
  for (const [target, verdict] of verdicts) {
    const { verdict: word, reason } = verdict;
    if (word === "unchecked") reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (word === "unchecked" || word === "inconclusive") unknown.add(digest(target.key));
    if (word === "broken" || word === "suspect") faults.push(faultOf(target, verdict));
  }
  const notChecked = [...reasons].map(([reason, count]) => ({
    what: "links" as const,
    reason,
    count,
  }));
  const isRead = coverage.pages > 0;
  const judged = new Set([...verdicts.keys()].map(({ key }) => digest(key)));
  return {
    ...(isRead && { faults }),
    pages_checked_count: coverage.pages,
    summary: (open) => ({ links_broken_count: open.length }),
    unchecked: notChecked.toSorted((a, b) => b.count - a.count),
    // If the crawl ended early, an unread page may have the link.
    mayRemain: ({ key = "" }) =>
      unknown.has(key) || (coverage.limit === "deadline" && !judged.has(key)),
  };
}

function faultOf(
  { key, url, text, pageCount, pages, visited, isImage }: LinkTarget,
  { verdict, reason }: Verdict,
): Fault {
  return {
    code: visited ? "broken_link" : isImage ? "broken_image" : "broken_file",
    ...{ subject: clip(url), key: digest(key) },
    detail: { ...reasonIn(brokenReasons, reason), ...(text && { text: clip(text) }) },
    ...{ pages: pages.map(clip), pages_count: pageCount },
    ...(verdict === "suspect" && { isSuspect: true }),
  };
}

export const brokenLinks: Analyser = {
  feature: "broken_links",
  explanation: `Requests each target of a link, image, icon, script or style sheet once, and the start page's preview image. A target is broken if it is certainly gone (404, 410, no such host, a certificate that can't be trusted), or fails or answers 5xx in two audits in a row. Answers that may only mean "no robots" are left out: on other hosts every other 4xx, and 503. At most 2,000 targets are requested. Fragments (\`#part\`) are not checked.`,
  reads: "everyPage",
  begin: () => new LinksExamination(),
};
