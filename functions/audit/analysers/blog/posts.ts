import type { Page } from "../../../../shared/pages/page.ts";
import { jsonLdNodes, textsOf, typesOf } from "../../jsonLd.ts";

const SECTION = /^(?:blogs?|news|articles?|posts?|journal|stories|insights|magazine)$/i;
const BLOG_TYPES = new Set(["Blog", "BlogPosting", "LiveBlogPosting"]);
const ARTICLE_TYPES = new Set(["Article", "NewsArticle", "BlogPosting", "LiveBlogPosting"]);

/** Where the blog is: the shortest URL of its section, a blog's own host, or a page that calls itself a post. */
export function findBlogUrl(pages: Page[]): string | undefined {
  const [section] = pages
    .map(({ url }) => url)
    .filter(isInSection)
    .sort((a, b) => a.length - b.length);
  return section ?? findBlogHost(pages) ?? pages.find(isPost)?.url;
}

function isInSection(url: string): boolean {
  const path = URL.parse(url)?.pathname.split("/").slice(1, 3) ?? [];
  return path.some((part) => SECTION.test(part));
}

/** A link to `blog.example.com` from `www.example.com` or `example.com`. */
function findBlogHost(pages: Page[]): string | undefined {
  for (const { url, links } of pages) {
    const domain = URL.parse(url)?.hostname.replace(/^www\./, "");
    const link = links.find(({ url, kind, valid }) => {
      const host = valid && kind === "a" ? (URL.parse(url)?.hostname ?? "") : "";
      return host === `blog.${domain}` || host === `news.${domain}`;
    });
    if (link) return link.url;
  }
  return undefined;
}

function isPost(page: Page): boolean {
  return jsonLdNodes(page).some((node) => typesOf(node).some((type) => BLOG_TYPES.has(type)));
}

/** What a page says of when it was published, as text; a page that is no article says nothing. */
export function datesOfPosts(page: Page): string[] {
  const articles = jsonLdNodes(page).filter((node) =>
    typesOf(node).some((type) => ARTICLE_TYPES.has(type)),
  );
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
