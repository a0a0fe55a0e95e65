import { describe, expect, it } from "vitest";
import { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { type SiteHandler, serve } from "../../../support/site.ts";
import { JumpingClock } from "./jumpingClock.ts";

allowLocalAddresses();

async function startPolite(handler: SiteHandler, options = {}) {
  const clock = new JumpingClock();
  const times: number[] = [];
  const site = await serve((request, response) => {
    times.push(clock.time);
    return handler(request, response);
  });
  const client = new PoliteClient({ clock, ...options });
  const ask = (path: string, deadline = 1_000_000) =>
    client.request(site.url + path, { maxBytes: 1000, deadline });
  return { clock, times, site, client, ask };
}

const answer: SiteHandler = (_, response) => response.end("ok");

describe("the polite client", () => {
  it("requests a host every 250 ms", async () => {
    const { times, ask } = await startPolite(answer);
    for (const path of ["/1", "/2", "/3"]) await ask(path);
    expect(times).toEqual([0, 250, 500]);
  });

  it("uses one connection for several requests to a host", async () => {
    const sockets = new Set<unknown>();
    const { ask } = await startPolite((request, response) => {
      sockets.add(request.socket);
      response.end("ok");
    });
    for (const path of ["/1", "/2", "/3"]) await ask(path);
    expect(sockets.size).toBe(1);
  });

  it("waits as long as Retry-After says, and tries again", async () => {
    let requestCount = 0;
    const { times, ask } = await startPolite((_, response) => {
      requestCount += 1;
      if (requestCount === 1) response.writeHead(503, { "retry-after": "7" });
      response.end("ok");
    });
    expect(await ask("/")).toMatchObject({ status: 200 });
    expect(times).toEqual([0, 7000]);
  });

  it("requests nothing more from a host that asks to wait more than 10 s", async () => {
    const { site, ask } = await startPolite((_, response) => {
      response.writeHead(429, { "retry-after": "11" }).end();
    });
    expect(await ask("/1")).toMatchObject({ status: 429 });
    expect(await ask("/2")).toBeUndefined();
    expect(site.requests).toEqual(["GET /1"]);
  });

  it("gives up after three answers with Retry-After", async () => {
    const { site, ask } = await startPolite((_, response) => {
      response.writeHead(503, { "retry-after": "1" }).end();
    });
    expect(await ask("/")).toMatchObject({ status: 503 });
    expect(site.requests).toHaveLength(3);
  });

  it("slows down after a 429 that does not say how long", async () => {
    const { times, ask } = await startPolite((_, response) => response.writeHead(429).end());
    for (const path of ["/1", "/2", "/3", "/4"]) await ask(path);
    expect(times).toEqual([0, 1000, 3000, 7000]);
  });

  it("keeps the pace of each host that a request is redirected to", async () => {
    const other = await startPolite(answer);
    const { times, site, client, ask } = await startPolite((request, response) => {
      const number = Number(request.url?.slice(1));
      const location = number < 3 ? `/${number + 1}` : `${other.site.url}/there`;
      response.writeHead(302, { location }).end();
    });
    const request = { method: "HEAD" as const, maxBytes: 0, maxRedirects: 5, deadline: 1_000_000 };
    const got = await client.request(`${site.url}/0`, request);
    expect(got).toMatchObject({ status: 200, url: `${other.site.url}/there` });
    expect(got).toMatchObject({
      redirects: [0, 1, 2, 3].map((n) => ({ url: `${site.url}/${n}` })),
    });
    expect(times).toEqual([0, 250, 500, 750]);
    expect(other.site.requests).toEqual(["HEAD /there"]);
    await ask("/0");
    expect(times.at(-1)).toBe(1000);
  });

  it.each([
    ["in a circle", "redirect_loop", (path: string) => (path === "/a" ? "/b" : "/a")],
    ["without end", "redirect_loop", (path: string) => `${path}a`],
    ["to what is no URL", "invalid_url", () => "http://["],
  ])("fails if redirects lead %s", async (_, failure, next) => {
    const { site, client } = await startPolite((request, response) => {
      response.writeHead(301, { location: next(request.url ?? "") }).end();
    });
    const request = { maxBytes: 10, maxRedirects: 5, deadline: 1_000_000 };
    expect(await client.request(`${site.url}/a`, request)).toMatchObject({ failure });
    expect(site.requests.length).toBeLessThanOrEqual(6);
  });
});
