import type { PageMeta } from "./envelopes.ts";

/** API Gateway has room for 10,240 bytes of headers, and each URL has the whole query of the request. */
const MAX_LENGTH = 4000;

/** The `Link` header of a page (RFC 8288): the URLs of its `meta`. None where they are too long. */
export function linkHeader(answer: unknown): Record<string, string> {
  const { meta } = answer as { meta?: PageMeta };
  if (!meta) return {};
  const urls = {
    first: meta.first_page_url,
    prev: meta.prev_page_url,
    next: meta.next_page_url,
    last: meta.last_page_url,
  };
  const link = Object.entries(urls)
    .filter(([, url]) => url !== null)
    .map(([relation, url]) => `<${url}>; rel="${relation}"`)
    .join(", ");
  return link.length > MAX_LENGTH ? {} : { link };
}
