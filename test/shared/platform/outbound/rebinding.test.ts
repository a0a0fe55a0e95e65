import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { outboundRequest } from "../../../../shared/platform/outbound/request.ts";
import { type Site, type SiteHandler, startSite } from "../../../support/site.ts";
import { failureOf } from "./failureOf.ts";
import { useNames } from "./names.ts";

/** Loopback is allowed in this test. Forbidden addresses would lead to the same server. */
const REACHABLE = "127.0.0.1";
const SILENT = "127.0.0.2";
const REFUSED = ["0.0.0.0", "::ffff:127.0.0.1", "169.254.169.254"];

const LIMITS = { timeoutMs: 30_000, maxBytes: 1_000, maxRedirects: 5 };

let site: Site;

beforeAll(async () => {
  allowLocalAddresses();
  const redirect: SiteHandler = (request, response) => {
    const to = new URL(request.url ?? "/", "http://site").searchParams.get("to");
    response.writeHead(to ? 302 : 200, to ? { location: to } : {}).end("here");
  };
  site = await startSite(redirect, { address: "127.0.0.1" });
});
beforeEach(() => {
  site.requests.length = 0;
});
afterAll(() => site.close());

function urlOf(hostname: string, path = "/") {
  return `http://${hostname}:${site.port}${path}`;
}

function redirectTo(location: string) {
  return `/?to=${encodeURIComponent(location)}`;
}

describe("a name that is resolved again", () => {
  it.each(REFUSED)("is refused if it has moved to %s", async (address) => {
    const lookups = useNames({ "a.example": [[REACHABLE], [address]] });
    expect((await outboundRequest(urlOf("a.example"), LIMITS)).status).toBe(200);
    expect(await failureOf(outboundRequest(urlOf("a.example"), LIMITS))).toBe("blocked");
    expect(lookups).toHaveLength(2);
    expect(site.requests).toEqual(["GET /"]);
  });

  it.each(REFUSED)("is refused when a redirect leads to it at %s", async (address) => {
    useNames({ "a.example": [[REACHABLE], [address]] });
    const url = urlOf("a.example", redirectTo("/inside"));
    expect(await failureOf(outboundRequest(url, LIMITS))).toBe("blocked");
    expect(site.requests).toHaveLength(1);
  });
});

describe("a name with several addresses", () => {
  it("is not reached at a forbidden address if the allowed one does not answer", async () => {
    useNames({ "a.example": [[SILENT, ...REFUSED]], "b.example": [[...REFUSED, SILENT]] });
    for (const name of ["a.example", "b.example"]) {
      const failure = await failureOf(outboundRequest(urlOf(name), LIMITS));
      expect(failure).toBe("refused ECONNREFUSED");
    }
    expect(site.requests).toEqual([]);
  });

  it("is refused if all addresses are forbidden", async () => {
    useNames({ "a.example": [REFUSED] });
    expect(await failureOf(outboundRequest(urlOf("a.example"), LIMITS))).toBe("blocked");
  });
});

describe("a redirect", () => {
  const inside = [
    ["http://169.254.169.254/latest/meta-data/", "blocked"],
    ["http://0x0a000001/", "blocked"],
    ["http://[::ffff:7f00:1]/", "blocked"],
    ["//[::7f00:1]/", "blocked"],
    ["https://0.0.0.0/", "blocked"],
    ["http://user:secret@127.0.0.1/", "invalid_url"],
    ["ftp://127.0.0.1/", "invalid_url"],
    ["file:///etc/passwd", "invalid_url"],
    ["http://[", "invalid_url"],
  ];

  it.each(inside)("to %s ends the chain: %s", async (location, failure) => {
    const url = site.url + redirectTo(redirectTo(location));
    expect(await failureOf(outboundRequest(url, LIMITS))).toBe(failure);
    expect(site.requests).toHaveLength(2);
  });

  it("to a name inside ends the chain", async () => {
    useNames({ "a.example": [[REACHABLE]], "inside.example": [["10.0.0.1"]] });
    const url = urlOf("a.example", redirectTo("http://inside.example/"));
    expect(await failureOf(outboundRequest(url, LIMITS))).toBe("blocked");
  });
});
