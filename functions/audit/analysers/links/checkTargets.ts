import type { Crawl } from "../../crawl/crawl.ts";
import { type CheckOptions, TargetChecker } from "./checkTarget.ts";
import { broken, findKnown } from "./knownVerdict.ts";
import type { LinkTarget } from "./linkTargets.ts";
import { UNCHECKED, type Verdict } from "./verdict.ts";

const HOSTS_AT_ONCE = 16;
const PER_HOST_AT_ONCE = 2;

interface Request {
  url: string;
  target: LinkTarget;
}

/**
 * Gives each target its verdict: from the crawl where that has been there, else by requests, many
 * hosts at once. At most `maxRequests` targets are requested, the first ones.
 */
export async function checkTargets(
  targets: LinkTarget[],
  crawl: Crawl,
  options: CheckOptions & { maxRequests: number },
): Promise<Map<LinkTarget, Verdict>> {
  const verdicts = new Map<LinkTarget, Verdict>(targets.map((target) => [target, UNCHECKED]));
  const requests: Request[] = [];
  const softPages = findSoftPages(crawl, options);
  for (const target of targets) {
    const known = target.valid ? findKnown(crawl, softPages, target.url) : broken("invalid-url");
    if ("verdict" in known) verdicts.set(target, known.verdict);
    else if (requests.length < options.maxRequests) requests.push({ url: known.request, target });
  }

  const checker = new TargetChecker(crawl, options);
  await forEach([...byHost(requests)], HOSTS_AT_ONCE, (ofHost) =>
    forEach(ofHost, PER_HOST_AT_ONCE, async ({ url, target }) => {
      verdicts.set(target, await checker.check(url, target));
    }),
  );
  return verdicts;
}

function findSoftPages({ pages, site }: Crawl, { softNotFound }: CheckOptions) {
  const soft = softNotFound ? pages.filter((page) => softNotFound.matches(page)) : [];
  return new Set(soft.map(({ url }) => site.key(url)));
}

function byHost(requests: Request[]) {
  return Map.groupBy(requests, ({ url }) => new URL(url).host).values();
}

/** Does the task for each item, in order, so many at once. */
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
