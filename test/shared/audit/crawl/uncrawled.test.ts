import { expect, test } from "vitest";
import { uncrawled } from "../../../../shared/audit/crawl/crawl.ts";

test.each([
  ["example.com", "http://example.com/"],
  ["localhost:4000", "http://localhost:4000/"],
  ["https://example.com/shop", "https://example.com/shop"],
])("the website of %s that was not crawled begins at %s", (hostname, url) => {
  const { startUrl, site } = uncrawled(hostname);
  expect(startUrl).toBe(url);
  expect(site.includes(url)).toBe(true);
});
