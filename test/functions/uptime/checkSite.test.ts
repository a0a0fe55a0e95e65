import { beforeAll, expect, test } from "vitest";
import { checkSite } from "../../../functions/uptime/checkSite.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { startSite } from "../../support/site.ts";

beforeAll(() => allowLocalAddresses());

const look = (outcome: string, answered: boolean) => ({
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
  expect(await checkSite(site.url)).toEqual(look(outcome, answered));
  await site.close();
});

test("a failure is confirmed by a second attempt at once, and one failure alone is none", async () => {
  let requests = 0;
  const site = await startSite((_, response) => {
    requests += 1;
    response.writeHead(requests === 1 ? 500 : 200).end();
  });
  expect(await checkSite(site.url)).toEqual(look("up", true));
  expect(requests).toBe(2);
  await site.close();
});

test("redirects are followed, and a site that redirects for ever is there", async () => {
  const site = await startSite({
    "/": { status: 302, headers: { location: "/home" } },
    "/home": "<h1>Home</h1>",
    "/loop": { status: 302, headers: { location: "/loop" } },
  });
  expect(await checkSite(site.url)).toEqual(look("up", true));
  expect(await checkSite(`${site.url}/loop`)).toEqual(look("up (redirect-loop)", true));
  await site.close();
});

test("a host name without a scheme is tried with https and http, the one that worked first", async () => {
  const site = await startSite({ "/": "<h1>Home</h1>" });
  const first = await checkSite(site.host);
  expect(first).toMatchObject({ answered: true, url: `http://${site.host}` });
  site.requests.length = 0;
  await checkSite(site.host, first.url);
  expect(site.requests).toEqual(["GET /"]);
  await site.close();
});

test("refused connections, wrong certificates and addresses that are not public are told apart", async () => {
  const gone = await startSite({});
  await gone.close();
  expect(await checkSite(gone.url)).toEqual(look("refused", false));
  const secure = await startSite({ "/": "" }, { tls: true });
  expect(await checkSite(secure.url)).toEqual(look("tls", false));
  await secure.close();
  expect(await checkSite("http://10.0.0.1")).toEqual(look("blocked", false));
});

test("a site is checked over IPv6 as well", async () => {
  const site = await startSite({ "/": "<h1>Home</h1>" }, { ipv6: true });
  expect(await checkSite(site.url)).toEqual(look("up", true));
  await site.close();
});
