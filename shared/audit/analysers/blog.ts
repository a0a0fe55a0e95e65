import { Parser } from "htmlparser2";
import { decodeText, OutboundError } from "../../platform/outbound/index.ts";
import { timestamp } from "../../platform/time.ts";
import type { Crawl } from "../crawl/crawl.ts";
import { describeOutcome, judgeLink, nameOutcome } from "../pages/outcome.ts";
import {
  isReadable,
  type JsonLdNode,
  jsonLdNodes,
  type Page,
  percentDecoded,
  textsOf,
  typesOf,
} from "../pages/page.ts";
import type { RequestTools } from "../pages/politeClient.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { type FaultKinds, ofWebsite } from "./faults.ts";

/** The text of a feed; undefined without a feed; or the reason (`reasonIn`) why it is unreadable. */
type FetchFeed = (url: string) => Promise<string | undefined | { unread: string }>;

const MAX_FEED_BYTES = 1_000_000;
const MAX_REDIRECTS = 5;
const DAY_MS = 86_400_000;
const STALE_MS = 90 * DAY_MS;
const EARLIEST = Date.UTC(1995, 0);

/** Feeds of comments, and of products in shops of Shopify and WooCommerce. */
const NO_POSTS =
  /comments|\/(?:collections|products?|product-(?:category|tag|brand)|shop(?=\/feed\/?$))\//i;
const BLOG_TYPES = new Set(["Blog", "BlogPosting", "LiveBlogPosting"]);
const ARTICLE_TYPES = new Set(["Article", "NewsArticle", "BlogPosting", "LiveBlogPosting"]);

/** The maximum number of distinct dates of posts kept for one site. */
const MAX_DATES = 10_000;
const MAX_FEEDS = 2;
/** The most further feeds to count. */
const MAX_UNREAD = 1000;

/**
 * Whether the last post of the website's blog is older than 90 days. A website has a blog if one of these holds:
 * a feed that its pages name has a post (two feeds are read, none of comments or products); one of the
 * first two parts of a page's path is `blog`, `news`, `aktuelles` or the like; a page links to such a host
 * (`blog.example.com`); a page's JSON-LD has a Blog or BlogPosting. The last post is the newest date in
 * feeds, in articles' metadata and JSON-LD, and in URLs (`/2026/03/14/`). Dates in the future don't count.
 * A feed that could not be read may have the newest post.
 */
async function examineBlog(pages: BlogPages, fetchFeed: FetchFeed, now: Date): Promise<Examined> {
  const unread: string[] = [];
  const times = [...pages.dates];
  let feedUrl: string | undefined;
  for (const feed of pages.feeds) {
    const fetched = (await fetchFeed(feed)) ?? "";
    if (typeof fetched !== "string") {
      unread.push(fetched.unread);
      continue;
    }
    const posts = readPosts(fetched);
    if (posts.length > 0) feedUrl ??= feed;
    times.push(...posts.flatMap((dates) => timeOf(dates) ?? []));
  }
  const last = newestDate(times, now);
  const isRecent = last && now.getTime() - last.getTime() <= STALE_MS;
  const url = pages.url ?? feedUrl;
  const isStale = url !== undefined && last !== undefined && !isRecent;
  const notRead = unread.map((reason) => ({ what: "feeds" as const, reason, count: 1 }));
  if (pages.unread.size > 0)
    notRead.push({ what: "feeds", reason: "limit of feeds", count: pages.unread.size });
  return {
    ...((unread.length === 0 || isRecent) && {
      faults: isStale ? [ofWebsite("no_recent_post", url, { last_post_at: timestamp(last) })] : [],
    }),
    unchecked: notRead,
  };
}

/** Reads a feed's first megabyte, which has its newest posts, as politely as the crawl. */
function politeFeed(
  { site, robots }: Pick<Crawl, "site" | "robots">,
  { client, deadline }: RequestTools,
): FetchFeed {
  return async (url) => {
    if (site.includes(url) && !robots.allows(url)) return { unread: "robots.txt" };
    const request = { maxBytes: MAX_FEED_BYTES, maxRedirects: MAX_REDIRECTS, deadline };
    const answer = await client.request(url, request);
    if (!answer) return { unread: "no time left" };
    const outcome = describeOutcome(answer);
    if (!(answer instanceof OutboundError) && answer.status === 200) return decodeText(answer);
    return judgeLink(outcome).verdict === "broken" ? undefined : { unread: nameOutcome(outcome) };
  };
}

/** No feed nests like this. */
const MAX_DEPTH = 100;
const MAX_POSTS = 1000;
const MAX_DATE_LENGTH = 100;

const POSTS = new Set(["item", "entry"]);
const DATES = new Set(["pubDate", "date", "published", "updated"]);

interface PostDate {
  name: string;
  text: string;
}

/**
 * The dates of the posts in an RSS or Atom feed: `pubDate`, `dc:date`, `published` and `updated` in an `item` or `entry`,
 * with any prefix. The dates of the feed itself don't count, because they change without a post. A feed need not be
 * well-formed, and one that is cut off counts as far as it goes.
 */
function readPosts(xml: string): PostDate[][] {
  const posts: PostDate[][] = [];
  const open: string[] = [];
  const isDate = () => POSTS.has(open.at(-2) ?? "") && DATES.has(open.at(-1) ?? "");
  const parser = new Parser(
    {
      onopentagname(written) {
        const name = written.slice(written.indexOf(":") + 1);
        if (open.length >= MAX_DEPTH || posts.length >= MAX_POSTS) return parser.pause();
        open.push(name);
        if (POSTS.has(name)) posts.push([]);
        if (isDate()) posts.at(-1)?.push({ name, text: "" });
      },
      ontext(text) {
        const date = isDate() ? posts.at(-1)?.at(-1) : undefined;
        if (date && date.text.length < MAX_DATE_LENGTH) date.text += text.slice(0, MAX_DATE_LENGTH);
      },
      onclosetag() {
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  return posts;
}

/** When a post was published; `updated` only counts if it has no other date. */
function timeOf(dates: PostDate[]): number | undefined {
  const stated = dates.filter(({ text }) => text !== "");
  const { text } = stated.find(({ name }) => name !== "updated") ?? stated[0] ?? {};
  return text === undefined ? undefined : dateOf(text);
}

/** The letters of a zone after the time: `CET`. JavaScript knows those of RFC 5322 alone. */
const ZONE_LETTERS = /(:\d\d)\s+\(?[A-Z]{1,5}\)?$/i;

/**
 * The time in a text, in milliseconds since 1970. A text without a year of four digits is no date:
 * `Date.parse` would accept "1". An unknown zone counts as UTC (RFC 5322, 4.3).
 */
function dateOf(text: string): number | undefined {
  if (!/\d{4}/.test(text)) return undefined;
  const date = text.trim();
  const parsed = Date.parse(date);
  const time = Number.isNaN(parsed) ? Date.parse(date.replace(ZONE_LETTERS, "$1 +0000")) : parsed;
  return time >= EARLIEST ? time : undefined;
}

/** The newest time that is not in the future; a day is allowed for time zones. */
function newestDate(times: number[], now: Date): Date | undefined {
  const past = times.filter((time) => time <= now.getTime() + DAY_MS);
  return past.length === 0 ? undefined : new Date(past.reduce((a, b) => Math.max(a, b)));
}

/** What the pages of a website show about its blog. */
class BlogPages {
  /** Without feeds of comments and products. */
  readonly feeds = new Set<string>();
  /** Further feeds. */
  readonly unread = new Set<string>();
  /** The times of posts, in milliseconds since 1970. */
  readonly dates = new Set<number>();
  #section: string | undefined;
  #host: string | undefined;
  #post: string | undefined;

  add(page: Page) {
    if (!isReadable(page)) return;
    const { url } = page;
    for (const feed of page.feeds.filter((each) => !NO_POSTS.test(each))) {
      if (this.feeds.size < MAX_FEEDS) this.feeds.add(feed);
      else if (!this.feeds.has(feed) && this.unread.size < MAX_UNREAD) this.unread.add(feed);
    }
    const isShorter = url.length < (this.#section?.length ?? Number.POSITIVE_INFINITY);
    if (isShorter && isInSection(url)) this.#section = url;
    // A section is better, even if a later page has it.
    if (!this.#section) this.#host ??= findBlogHost(page);
    const nodes = jsonLdNodes(page);
    if (!this.#post && nodes.some((node) => isOneOf(BLOG_TYPES, node))) this.#post = url;
    for (const text of datesOfPosts(page, nodes)) {
      const time = dateOf(text);
      if (time !== undefined && this.dates.size < MAX_DATES) this.dates.add(time);
    }
  }

  /** The blog's URL: the shortest one of its section, or the blog's own host, or a page that is a post. */
  get url(): string | undefined {
    return this.#section ?? this.#host ?? this.#post;
  }
}

function isInSection(url: string): boolean {
  const path = URL.parse(url)?.pathname.split("/").slice(1, 3) ?? [];
  return path.some(isSection);
}

/** A link to `blog.example.com` from `www.example.com` or `example.com`. */
function findBlogHost({ url, links }: Page): string | undefined {
  const domain = URL.parse(url)?.hostname.replace(/^www\./, "");
  return links.find(({ url, kind, valid }) => {
    const host = valid && kind === "a" ? (URL.parse(url)?.hostname ?? "") : "";
    return host === `blog.${domain}` || host === `news.${domain}`;
  })?.url;
}

function isOneOf(types: ReadonlySet<string>, node: JsonLdNode): boolean {
  return typesOf(node).some((type) => types.has(type));
}

/** The dates of publication that a page states. A page that is no article has none. */
function datesOfPosts(page: Page, nodes: JsonLdNode[]): string[] {
  const articles = nodes.filter((node) => isOneOf(ARTICLE_TYPES, node));
  const [, year, month, day = "01"] =
    /\/((?:19|20)\d\d)\/(0?[1-9]|1[0-2])(?:\/(0?[1-9]|[12]\d|3[01]))?(?:\/|$)/.exec(
      URL.parse(page.url)?.pathname ?? "",
    ) ?? [];
  return [
    ...textsOf(page.meta["article:published_time"]),
    ...articles.flatMap((article) => textsOf(article["datePublished"])),
    ...(year && month ? [`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`] : []),
  ];
}

/** What a section of posts is called, in English, German, French, Spanish, Italian and Dutch. */
const SECTIONS = words(`
  blog blogs weblog news newsroom article articles post posts journal stories insights magazin magazine
  aktuelles neuigkeiten nachrichten blogbeitraege
  actualite actualites actu actus nouvelles
  noticias articulos notizie articoli nieuws nieuwsberichten`);
/** Words that may stand beside it: `our-blog`, `news-and-events`, `ultime-notizie`. */
const QUALIFIERS = words(`
  all and archive company events industry latest our recent the updates
  alle aktuelle archiv neueste und unser unsere
  dernieres et le les nos notre
  el nuestro nuestras ultimas y
  e il le nostre nostro ultime
  de en het laatste ons onze`);

/** Whether a part of a path names a section of posts: `blog`, `our-blog`, `Aktuelles.html`, `actualit%C3%A9s`. */
function isSection(part: string): boolean {
  const name = percentDecoded(part).toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const [stem = ""] = name.split(/\.(?=(?:html?|php|aspx?)$)/);
  const parts = stem.split(/[-_ ]/);
  return (
    parts.some((word) => SECTIONS.has(word)) &&
    parts.every((word) => SECTIONS.has(word) || QUALIFIERS.has(word))
  );
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const kinds = {
  no_recent_post: { severity: "warning" },
} satisfies FaultKinds;

export const blog: Analyser = {
  feature: "blog",
  explanation:
    "A website has a blog if a feed that it names has posts, a section of its address is called `blog`, `news` or the like in six languages, it links to a host such as `blog.example.com`, or its JSON-LD has a BlogPosting. The newest post is found by the dates in feeds, in metadata of articles and in addresses. Of several feeds, two are read.",
  kinds,
  reads: "everyPage",
  begin: () => {
    const pages = new BlogPages();
    return {
      add: (page) => pages.add(page),
      examine: ({ crawl, now, ...tools }) => examineBlog(pages, politeFeed(crawl, tools), now),
    };
  },
};
