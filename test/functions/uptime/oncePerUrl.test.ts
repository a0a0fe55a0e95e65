import { expect, test } from "vitest";
import { oncePerUrl } from "../../../functions/uptime/oncePerUrl.ts";
import { lookAtUrl, probeSite } from "../../../functions/uptime/probeSite.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { serve } from "../../support/site.ts";

test("websites that name the same URL in a round share one look at it", async () => {
  allowLocalAddresses();
  const site = await serve({ "/": "<h1>Home</h1>", "/other": "<h1>Other</h1>" });
  const look = oncePerUrl(lookAtUrl);
  const names = [site.url, site.url, `${site.url}/other`, site.url];
  const probes = await Promise.all(names.map((name) => probeSite(name, undefined, look)));
  expect(probes.map(({ url, outcome }) => [url, outcome])).toEqual(names.map((url) => [url, "up"]));
  expect(site.requests.toSorted()).toEqual(["GET /", "GET /other"]);
});

test("so do websites that write it otherwise, and each keeps its own way", async () => {
  allowLocalAddresses();
  const site = await serve({ "/": "<h1>Home</h1>" });
  const look = oncePerUrl(lookAtUrl);
  const names = ["", "/", "/#a", "/#b", "/./"].map((end) => site.url + end);
  const probes = await Promise.all(names.map((name) => probeSite(name, undefined, look)));
  expect(probes.map(({ url }) => url)).toEqual(names);
  expect(site.requests).toEqual(["GET /"]);
});

test("a URL that fails is looked at twice, however many websites name it", async () => {
  allowLocalAddresses();
  const site = await serve({ "/": { status: 500 } });
  const look = oncePerUrl(lookAtUrl);
  const probes = await Promise.all([1, 2, 3].map(() => probeSite(site.url, undefined, look)));
  expect(probes.map(({ outcome }) => outcome)).toEqual(["http 500", "http 500", "http 500"]);
  expect(site.requests).toEqual(["GET /", "GET /"]);
});

test("another round looks again", async () => {
  let asked = 0;
  const count = async () => {
    asked += 1;
    return asked;
  };
  expect(await oncePerUrl(count)("http://a.example", "first")).toBe(1);
  expect(await oncePerUrl(count)("http://a.example", "first")).toBe(2);
});

test("what is no URL is looked at as it stands", async () => {
  const asked: string[] = [];
  const look = oncePerUrl(async (url) => asked.push(url));
  expect([await look("no url", "first"), await look("no url", "first")]).toEqual([1, 1]);
  expect(asked).toEqual(["no url"]);
});
