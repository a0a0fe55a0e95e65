import { beforeAll, expect, test } from "vitest";
import { probeSite } from "../../../functions/uptime/probeSite.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { startSite } from "../../support/site.ts";

beforeAll(() => allowLocalAddresses());

const probe = (outcome: string, answered: boolean) => ({
  outcome,
  answered,
  url: expect.any(String),
  duration: expect.any(Number),
});

test.each([
  [200, {}, "up", true],
  [204, {}, "up", true],
  [304, {}, "up", true],
  [401, {}, "up (401)", true],
  [403, {}, "up (403)", true],
  [429, {}, "up (429)", true],
  [503, { "cf-mitigated": "challenge" }, "up (503)", true],
  [404, {}, "http 404", false],
  [500, {}, "http 500", false],
  [503, {}, "http 503", false],
] as const)("a site that answers %s %o is %s", async (status, headers, outcome, answered) => {
  const site = await startSite({ "/": { status, headers, body: "" } });
  expect(await probeSite(site.url)).toEqual(probe(outcome, answered));
  await site.close();
});

test("a failure is confirmed by a second attempt at once, and one failure alone is none", async () => {
  let requests = 0;
  const site = await startSite((_, response) => {
    requests += 1;
    response.writeHead(requests === 1 ? 500 : 200).end();
  });
  expect(await probeSite(site.url)).toEqual(probe("up", true));
  expect(requests).toBe(2);
  await site.close();
});

test("redirects are followed, and a site that redirects for ever is there", async () => {
  const site = await startSite({
    "/": { status: 302, headers: { location: "/home" } },
    "/home": "<h1>Home</h1>",
    "/loop": { status: 302, headers: { location: "/loop" } },
  });
  expect(await probeSite(site.url)).toEqual(probe("up", true));
  expect(await probeSite(`${site.url}/loop`)).toEqual(probe("up (redirect-loop)", true));
  await site.close();
});

test("a host name without a scheme is tried with https and http, the one that worked first", async () => {
  const site = await startSite({ "/": "<h1>Home</h1>" });
  const first = await probeSite(site.host);
  expect(first).toMatchObject({ answered: true, url: `http://${site.host}` });
  site.requests.length = 0;
  await probeSite(site.host, first.url);
  expect(site.requests).toEqual(["GET /"]);
  await site.close();
});

test("refused connections, wrong certificates and addresses that are not public are told apart", async () => {
  const gone = await startSite({});
  await gone.close();
  expect(await probeSite(gone.url)).toEqual(probe("refused", false));
  const secure = await startSite({ "/": "" }, { tls: true });
  expect(await probeSite(secure.url)).toEqual(probe("tls", false));
  await secure.close();
  expect(await probeSite("http://10.0.0.1")).toEqual(probe("blocked", false));
});

test("a site is checked over IPv6 as well", async () => {
  const site = await startSite({ "/": "<h1>Home</h1>" }, { ipv6: true });
  expect(await probeSite(site.url)).toEqual(probe("up", true));
  await site.close();
});
