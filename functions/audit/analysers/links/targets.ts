import { leadsVisitors, type Page, type PageLink } from "../../../../shared/pages/page.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Site } from "../../crawl/site.ts";
import { broken, findKnown, unchecked, type Verdict } from "../../verdict.ts";
import { digestContent, type SoftNotFound } from "./softNotFound.ts";
import { type CheckOptions, TARGETS_PER_HOST, TargetChecker } from "./targetChecker.ts";

/** So many of the pages that link to a target are kept. */
export const PAGES_PER_TARGET = 5;
/** Of a target, and of a page, without their texts. */
const TARGET_BYTES = 200;
const PAGE_BYTES = 100;
const HOSTS_AT_ONCE = 16;
const PER_HOST_AT_ONCE = 2;

/** Something that at least one page links to. */
export interface LinkTarget {
  /** The same for addresses of the same thing. */
  key: string;
  /** As the first link has it; where `valid` is false, the text that is no URL. */
  url: string;
  valid: boolean;
  /** Whether a link leads a visitor there, as opposed to an image or a script. */
  visited: boolean;
  /** Some of the pages that link there, and how many there are. */
  pages: string[];
  pageCount: number;
}

/** Every distinct target of the pages' links, in the order in which they were found. */
export class LinkTargets {
  bytes = 0;
  readonly #targets = new Map<string, LinkTarget>();
  /** Digests of what the pages say, by `site.key`. */
  readonly #contents = new Map<string, string>();
  /** What the start page says. */
  start: string | undefined;

  add(page: Page, site: Site) {
    const content = digestContent(page);
    this.#contents.set(site.key(page.url), content);
    this.bytes += PAGE_BYTES;
    if (page.depth === 0) this.start ??= content;
    const onPage = new Set<LinkTarget>();
    for (const link of page.links) onPage.add(this.#targetOf(link, site));
    for (const target of onPage) {
      target.pageCount += 1;
      if (target.pages.length < PAGES_PER_TARGET) target.pages.push(page.url);
    }
  }

  #targetOf({ url, kind, valid }: PageLink, site: Site): LinkTarget {
    const key = valid ? site.key(url) : url;
    const known = this.#targets.get(key);
    const target = known ?? { key, url, valid, visited: false, pages: [], pageCount: 0 };
    if (leadsVisitors(kind)) target.visited = true;
    if (known) return known;
    this.#targets.set(key, target);
    this.bytes += key.length + url.length + TARGET_BYTES;
    return target;
  }

  get all(): LinkTarget[] {
    return [...this.#targets.values()];
  }

  /** Keys of the pages that are what the site gives where nothing is. */
  findSoft(softNotFound: SoftNotFound | undefined): Set<string> {
    const soft = softNotFound
      ? [...this.#contents].filter(([, content]) => softNotFound.is(content))
      : [];
    return new Set(soft.map(([key]) => key));
  }
}

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
  options: CheckOptions & { maxRequests: number; softPages: ReadonlySet<string> },
): Promise<Map<LinkTarget, Verdict>> {
  const verdicts = new Map<LinkTarget, Verdict>(
    targets.map((target) => [target, unchecked("limit of links")]),
  );
  const requests: Request[] = [];
  const ofHosts = new Map<string, number>();
  for (const target of targets) {
    const known = target.valid
      ? findKnown(crawl, options.softPages, target.url)
      : broken("invalid-url");
    if ("verdict" in known) verdicts.set(target, known.verdict);
    else if (requests.length < options.maxRequests) {
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

  const checker = new TargetChecker(crawl, options);
  await forEach([...byHost(requests)], HOSTS_AT_ONCE, (ofHost) =>
    forEach(ofHost, PER_HOST_AT_ONCE, async ({ url, target }) => {
      verdicts.set(target, await checker.check(url, target.visited));
    }),
  );
  return verdicts;
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
