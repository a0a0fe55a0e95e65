import { describe, expect, it } from "vitest";
import { Site } from "../../../../shared/audit/crawl/site.ts";

const site = new Site("https://www.example.com/", ["example.com"]);

describe("a site", () => {
  it.each([
    ["https://www.example.com/a", true],
    ["http://www.example.com/a", true],
    ["http://example.com/a", true],
    ["https://shop.example.com/", false],
    ["https://www.example.com:8443/", false],
    ["https://www.example.com.evil.example/", false],
    ["not a URL", false],
  ])("has %s: %s", (url, included) => {
    expect(site.includes(url)).toBe(included);
  });

  it.each([
    ["HTTPS://WWW.Example.com:443/a/../b#part", "https://www.example.com/b"],
    ["http://www.example.com/b", "https://www.example.com/b"],
    ["https://www.example.com/b?", "https://www.example.com/b"],
    ["https://www.example.com/b?y=2&x=1", "https://www.example.com/b?x=1&y=2"],
    ["https://www.example.com/b?utm_source=mail&x=1&gclid=z", "https://www.example.com/b?x=1"],
    ["https://www.example.com/b;jsessionid=1A?PHPSESSID=2", "https://www.example.com/b"],
    ["https://www.example.com/b?sid=0a1b2c3d4e5f60718293", "https://www.example.com/b"],
    ["https://www.example.com/%7euser/%c3%bc", "https://www.example.com/~user/%C3%BC"],
    ["https://other.example/b?y=2&x=1#part", "https://other.example/b?y=2&x=1"],
  ])("takes %s for %s", (url, key) => {
    expect(site.key(url)).toBe(key);
  });

  it.each([
    ["https://www.example.com/a", "https://www.example.com/A"],
    ["https://www.example.com/a", "https://www.example.com/a/"],
    ["https://www.example.com/?a=1", "https://www.example.com/?a=2"],
    ["https://www.example.com/?s=sourdoughbreadrecipes", "https://www.example.com/"],
    ["https://www.example.com/?sid=1", "https://www.example.com/?sid=2"],
    ["https://www.example.com/?sid=20240115083000123", "https://www.example.com/"],
    ["https://other.example/?a=1&b=2", "https://other.example/?b=2&a=1"],
    ["https://other.example/", "http://other.example/"],
  ])("keeps %s and %s apart", (one, other) => {
    expect(site.key(one)).not.toBe(site.key(other));
  });
});
