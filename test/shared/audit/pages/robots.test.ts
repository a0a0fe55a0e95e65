import { describe, expect, it } from "vitest";
import { parseRobots } from "../../../../shared/audit/pages/robots.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";

function allows(rules: string, path: string, name = "ResellerMonitoring") {
  return parseRobots(rules, name).allows(`https://example.com${path}`);
}

describe("robots.txt", () => {
  it.each([
    ["nothing", "", "/a", true],
    ["a group for all", "User-agent: *\nDisallow: /a", "/a/b", false],
    ["a path beside", "User-agent: *\nDisallow: /a/", "/a", true],
    ["an empty rule", "User-agent: *\nDisallow:", "/a", true],
    ["rules outside a group", "Disallow: /", "/a", true],
    ["another's group", "User-agent: other\nDisallow: /", "/a", true],
    [
      "our group",
      "User-agent: *\nAllow: /\n\nUser-agent: resellermonitoring\nDisallow: /",
      "/a",
      false,
    ],
    [
      "our group alone",
      "User-agent: *\nDisallow: /\nUser-agent: ResellerMonitoring/1.0\nAllow: /",
      "/a",
      true,
    ],
    [
      "our group twice",
      "User-agent: resellermonitoring\nDisallow: /a\nUser-agent: x\nDisallow: /c\nUser-agent: ResellerMonitoring\nDisallow: /b",
      "/b",
      false,
    ],
    [
      "a group of several",
      "User-agent: x\nUser-agent: ResellerMonitoring\nDisallow: /",
      "/a",
      false,
    ],
    ["a longer name", "User-agent: ResellerMonitoringPlus\nDisallow: /", "/a", true],
    ["the longest match", "User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true],
    ["the longest match last", "User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b/c", false],
    ["a tie", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", true],
    ["a wildcard", "User-agent: *\nDisallow: /*/private", "/x/private/y", false],
    ["a wildcard that finds nothing", "User-agent: *\nDisallow: /*/private", "/private", true],
    ["an end", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf", false],
    ["an end before a query", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf?x", true],
    ["an end of the path itself", "User-agent: *\nDisallow: /a$", "/ab", true],
    ["a query", "User-agent: *\nDisallow: /*?sort=", "/a?sort=1", false],
    ["escapes", "User-agent: *\nDisallow: /%7euser/ü", "/~user/%c3%bc", false],
    ["an escaped slash", "User-agent: *\nDisallow: /a%2fb", "/a/b", true],
    [
      "comments and odd spacing",
      "\ufeffuser-AGENT :*  # all\r\n  disallow : /a #x\r\n",
      "/a",
      false,
    ],
    ["robots.txt itself", "User-agent: *\nDisallow: /", "/robots.txt", true],
    [
      "a sitemap between rules",
      "User-agent: *\nSitemap: https://x/s.xml\nDisallow: /a",
      "/a",
      false,
    ],
  ])("obeys %s", (_, text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed);
  });

  it("has sitemaps and the longest crawl-delay for us", () => {
    const text =
      "Sitemap: https://example.com/a.xml\nUser-agent: *\nCrawl-delay: 2.5\nUser-agent: x\nCrawl-delay: 60\nsitemap:/b.xml";
    expect(parseRobots(text, "ResellerMonitoring")).toMatchObject({
      sitemaps: ["https://example.com/a.xml", "/b.xml"],
      crawlDelayMs: 2500,
    });
  });

  it("forbids everything on a site with more rules than can be obeyed", () => {
    const rules = (count: number) => `User-agent: *\n${"Disallow: /private\n".repeat(count)}`;
    expect(allows(rules(5000), "/")).toBe(true);
    expect(allows(rules(5001), "/")).toBe(false);
  });

  it("does not backtrack over patterns of many wildcards", async () => {
    await expectLinearTime(2500, (size) => {
      const rules = `User-agent: *\nDisallow: /${"*a".repeat(size)}b$\n`.repeat(40);
      const path = `/${"a".repeat(size)}`;
      return () => expect(allows(rules, path)).toBe(true);
    });
  });
});
