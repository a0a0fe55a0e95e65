import { decodeText, outboundRequest } from "../../../../shared/outbound/index.ts";
import type { FetchFeed } from "./analyseBlog.ts";

/** Reads a feed's first megabyte, in which its newest posts are. */
export const fetchFeed: FetchFeed = async (url) => {
  const response = await outboundRequest(url, {
    headers: { accept: "application/rss+xml, application/atom+xml, application/xml;q=0.9" },
    timeoutMs: 10_000,
    maxBytes: 1_000_000,
    maxRedirects: 5,
  });
  return response.status === 200 ? decodeText(response) : undefined;
};
