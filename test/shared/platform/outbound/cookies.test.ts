import { expect, test } from "vitest";
import { CookieJar } from "../../../../shared/platform/outbound/request.ts";

const FROM = "https://www.example.com/shop/";

/** The cookies that go to a URL after this answer. */
async function after(set: string[], to: string, from = FROM) {
  const cookies = new CookieJar();
  await cookies.take({ url: from, headers: { "set-cookie": set.join("\n") } });
  return cookies.of(to);
}

test.each([
  ["a=1", FROM, "a=1"],
  ["a=1", "https://www.example.com/", undefined],
  ["a=1; path=/", "https://www.example.com:8443/", "a=1"],
  ["a=1; path=/", "https://example.com/", undefined],
  ["a=1; path=/; domain=example.com", "https://pay.example.com/", "a=1"],
  ["a=1; path=/; domain=com", "https://example.com/", undefined],
  ["a=1; path=/; secure", "https://www.example.com/", "a=1"],
  ["a=1; path=/; secure", "http://www.example.com/", undefined],
  ["a=1; path=/a", "https://www.example.com/a/b", "a=1"],
  ["a=1; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT", FROM, undefined],
  ["; path=/", FROM, undefined],
])("of %s, %s gets %s", async (set, to, sent) => {
  expect(await after([set], to)).toBe(sent);
});

test("fifty cookies of an answer are kept, so that a chain of redirects can't make us sort thousands", async () => {
  const set = Array.from({ length: 60 }, (_, at) => `c${at}=1`);
  expect((await after(set, FROM))?.split("; ")).toHaveLength(50);
});

test("what a website makes us send is limited", async () => {
  const set = Array.from({ length: 60 }, (_, at) => `c${at}=${"x".repeat(1000)}`);
  expect((await after(set, FROM))?.length).toBeLessThanOrEqual(8192);
});
