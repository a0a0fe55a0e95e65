import {
  isReadable,
  type JsonLdNode,
  jsonLdNodes,
  type Page,
  percentDecoded,
  textsOf,
  typesOf,
} from "../../pages/page.ts";
import { dateOf } from "./feed.ts";

/** Feeds of comments, and of products in shops of Shopify and WooCommerce. */
const NO_POSTS =
  /comments|\/(?:collections|products?|product-(?:category|tag|brand)|shop(?=\/feed\/?$))\//i;
const BLOG_TYPES = new Set(["Blog", "BlogPosting", "LiveBlogPosting"]);
const ARTICLE_TYPES = new Set(["Article", "NewsArticle", "BlogPosting", "LiveBlogPosting"]);

/** The maximum number of distinct dates of posts kept for one site. */
const MAX_DATES = 10_000;
const MAX_FEEDS = 2;
/** The most further feeds that are counted. */
const MAX_UNREAD = 1000;

/** Collects what the pages of a website say about its blog. */
export class BlogPages {
  /** Without feeds of comments and products. */
  readonly feeds = new Set<string>();
  /** Further ones. */
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
    // A section is preferred, even if a later page has it.
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
