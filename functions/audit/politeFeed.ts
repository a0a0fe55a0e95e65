import { decodeText, OutboundError } from "../../shared/outbound/index.ts";
import type { PoliteClient } from "../../shared/pages/politeClient.ts";
import type { FetchFeed } from "./analysers/blog/analyseBlog.ts";
import type { Crawl } from "./crawl/crawl.ts";

const FEED_BYTES = 1_000_000;
const REDIRECTS = 5;

/** Reads a feed's first megabyte, in which its newest posts are, as politely as the crawl. */
export function politeFeed(
  { site, robots }: Pick<Crawl, "site" | "robots">,
  { client, deadline }: { client: PoliteClient; deadline: number },
): FetchFeed {
  return async (url) => {
    if (site.includes(url) && !robots.allows(url)) return undefined;
    const request = { maxBytes: FEED_BYTES, maxRedirects: REDIRECTS, deadline };
    const answer = await client.request(url, request);
    if (!answer || answer instanceof OutboundError || answer.status !== 200) return undefined;
    return decodeText(answer);
  };
}
