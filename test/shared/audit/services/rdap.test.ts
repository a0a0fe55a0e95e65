import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { rdap } from "../../../../shared/audit/services/rdap.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { type Reply, type Site, startSite } from "../../../support/site.ts";

describe("rdap", () => {
  const EVENTS = [
    { eventAction: "last changed", eventDate: "2025-01-01T00:00:00Z" },
    { eventAction: "expiration", eventDate: "2030-01-01T00:00:00.0Z" },
    { eventAction: "registration", eventDate: "2001-02-03T04:05:06+02:00" },
  ];
  const domain = (events: unknown = EVENTS): Reply => ({
    headers: { "content-type": "application/rdap+json" },
    body: JSON.stringify({ objectClassName: "domain", ldhName: "EXAMPLE.CO.UK", events }),
  });
  let site: Site | undefined;

  beforeAll(() => allowLocalAddresses());
  afterEach(() => site?.close());

  async function registry(routes: Record<string, Reply>) {
    site = await startSite((request, response) => {
      const base = site?.url;
      const services = [
        [["uk"], [`${base}/uk`]],
        [["com", "example"], [`${base}/all`]],
        [["co.uk"], ["ftp://nowhere", `${base}/couk/`]],
      ].map(([suffixes, urls]) => [
        suffixes,
        (urls as string[]).filter((url) => url.startsWith("http")),
      ]);
      const path = request.url ?? "";
      const reply =
        path === "/dns.json"
          ? { body: JSON.stringify({ services }) }
          : (routes[path] ?? { status: 404 });
      response.writeHead(reply.status ?? 200, {
        "content-type": "application/json",
        ...reply.headers,
      });
      response.end(reply.body);
    });
    return rdap(`${site.url}/dns.json`);
  }

  it("asks the registry of the longest suffix for each name until it knows one", async () => {
    const { find } = await registry({ "/couk/domain/example.co.uk": domain() });
    expect(await find("WWW.shop.Example.co.uk.")).toEqual({
      domain: "example.co.uk",
      registered_at: "2001-02-03T02:05:06+00:00",
      expires_at: "2030-01-01T00:00:00+00:00",
    });
    expect(site?.requests).toEqual([
      "GET /dns.json",
      "GET /couk/domain/shop.example.co.uk",
      "GET /couk/domain/example.co.uk",
    ]);
  });

  it.each(["redemption period", "Pending Delete", "pending restore"])(
    "knows of a domain in %s that it is being deleted",
    async (status) => {
      const body = JSON.stringify({ objectClassName: "domain", events: EVENTS, status: [status] });
      const { find } = await registry({ "/couk/domain/example.co.uk": { body } });
      expect(await find("example.co.uk")).toMatchObject({ isBeingDeleted: true });
    },
  );

  it("asks once and remembers, for other hosts only the bootstrap file", async () => {
    const { find } = await registry({ "/uk/domain/a.uk": domain(), "/uk/domain/b.uk": domain() });
    for (const name of ["a.uk", "www.a.uk", "b.uk"]) await find(name);
    expect(site?.requests).toEqual(["GET /dns.json", "GET /uk/domain/a.uk", "GET /uk/domain/b.uk"]);
  });

  it("goes on where a name can't be registered, and finds nothing where none is", async () => {
    const { find } = await registry({ "/uk/domain/x.gone.uk": { status: 400, body: "{}" } });
    expect(await find("x.gone.uk")).toBeUndefined();
    expect(site?.requests).toHaveLength(3);
  });

  it.each([
    ["is busy", { status: 429, body: "{}" }],
    ["is broken", { status: 500 }],
    ["answers with something else", { body: '{"objectClassName":"entity"}' }],
    ["answers with no JSON", { body: "<html>" }],
  ])("throws when the registry %s, and asks again the next time", async (_, reply) => {
    const { find } = await registry({ "/uk/domain/busy.uk": reply });
    await expect(find("busy.uk")).rejects.toThrow();
    await expect(find("busy.uk")).rejects.toThrow();
    expect(site?.requests).toHaveLength(3);
  });

  it.each([
    ["example.com", ["example.com"]],
    ["www.example.com", ["example.com"]],
    [
      "a.b.c.d.example.com",
      ["b.c.d.example.com", "c.d.example.com", "d.example.com", "example.com"],
    ],
    ["bücher.example", ["xn--bcher-kva.example"]],
    ["com", []],
    ["192.0.2.1", []],
  ])("asks for %s about %o", async (hostname, names) => {
    const { find } = await registry({});
    await find(hostname);
    const requests = names.map((name) => `GET /all/domain/${name}`);
    expect(site?.requests.slice(1)).toEqual(requests);
  });
});
