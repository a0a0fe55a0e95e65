import { isIP } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { brokenLinks } from "../../../../shared/audit/analysers/brokenLinks/brokenLinks.ts";
import { uncrawled } from "../../../../shared/audit/crawl/crawl.ts";
import type { RequestTools } from "../../../../shared/audit/pages/politeClient.ts";
import { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";
import { askThisMachine, replaceResolver } from "../../../../shared/platform/outbound/resolver.ts";
import { reasonIn, uncheckedReasons } from "../../../../shared/vocabulary/reasons.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import {
  holdDeadAddress,
  type SiteHandler,
  type SiteRoutes,
  serve,
} from "../../../support/site.ts";
import { useNames } from "../../platform/outbound/names.ts";
import { crawlAll, impatient, linking } from "../crawl/crawlSite.ts";
import { answering, examine, page } from "./support.ts";

async function checkCrawled(
  { pages, ...crawl }: Awaited<ReturnType<typeof crawlAll>>,
  tools: RequestTools,
) {
  const result = await examine(brokenLinks.begin(), pages, { crawl, ...tools });
  const { faults = [], unchecked = [], mayRemain } = result ?? {};
  const shown = faults.map(({ subject, detail, isSuspect, key = "" }) => ({
    ...{ url: subject, reason: detail["reason"], technical: detail["technical"], key },
    ...(isSuspect && { isSuspect }),
  }));
  return {
    ...{ examined: result, mayRemain },
    broken: shown.filter(({ isSuspect }) => !isSuspect),
    suspects: shown.filter(({ isSuspect }) => isSuspect),
    unchecked: unchecked.map(({ reason, count }) => ({
      ...{ ...reasonIn(uncheckedReasons, reason), count },
    })),
  };
}

/** Crawls a site and checks its links. */
async function auditLinks(url: string) {
  const options = impatient();
  return await checkCrawled(await crawlAll(url, options), options);
}

/** A site whose start page links to these addresses of another host. */
async function auditLinksTo(other: SiteHandler | SiteRoutes, ...targets: string[]) {
  const external = await serve(other);
  const site = await serve({ "/": linking(...targets.map((path) => external.url + path)) });
  return { site, external, finding: await auditLinks(site.url) };
}

const status = (code: number, headers = {}) => ({ status: code, headers });
const redirect = (location: string) => status(302, { location });

describe("a link to another host", () => {
  it("is ok, broken or inconclusive by its status", async () => {
    // Social networks answer robots with 400, ModSecurity with 406. 429 is last, because it slows the audit down.
    const inconclusive = [400, 401, 403, 405, 406, 407, 418, 451, 500, 503, 999, 429];
    const broken = [404, 410];
    const codes = [200, 204, ...broken, ...inconclusive];
    const { external, finding } = await auditLinksTo(
      ({ url = "" }, response) => response.writeHead(Number(url.slice(1))).end(),
      ...codes.map((code) => `/${code}`),
    );
    expect(finding.broken).toMatchObject(
      broken.map((code) => ({ url: `${external.url}/${code}`, technical: `http ${code}` })),
    );
    expect(finding).toMatchObject({ suspects: [{ technical: "http 500" }], unchecked: [] });
  });

  it("is not checked where the host has IPv6 only and that leads nowhere", async () => {
    const four = await holdDeadAddress();
    const six = await holdDeadAddress({ address: "::1", port: four.port });
    const names: Record<string, string> = {
      "six.example": six.address,
      "four.example": four.address,
    };
    replaceResolver(async (hostname) => [
      { address: names[hostname] ?? "", family: isIP(names[hostname] ?? "") },
    ]);
    onTestFinished(() => replaceResolver(askThisMachine));
    const to = (host: string, path: string) => `http://${host}:${four.port}${path}`;
    const targets = [to("six.example", "/a"), to("six.example", "/b"), to("four.example", "/a")];
    const site = await serve({ "/": linking(...targets) });
    const { broken, suspects, unchecked } = await auditLinks(site.url);
    expect([broken, suspects]).toMatchObject([[], [{ url: to("four.example", "/a") }]]);
    expect(unchecked).toEqual([{ reason: "ipv6_only", count: 2 }]);
  });

  it.each([
    [404, "cf-mitigated", "challenge"],
    [202, "x-amzn-waf-action", "challenge"],
    [202, "sg-captcha", "challenge"],
  ])("is inconclusive behind a bot wall: %i with %s: %s", async (code, header, value) => {
    const wall: SiteHandler = (_, response) => response.writeHead(code, { [header]: value }).end();
    const { finding } = await auditLinksTo(wall, "/x");
    expect(finding).toMatchObject({ broken: [], suspects: [], unchecked: [] });
  });

  it("that leads to a private or unassigned address is broken for visitors", async () => {
    const targets = ["http://192.168.1.5/", "http://10.0.0.1:8080/x", "http://[fe80::1]/y"];
    const site = await serve({ "/": linking(...targets) });
    const { broken } = await auditLinks(site.url);
    expect(broken.map(({ url, reason }) => [url, reason])).toEqual(
      targets.map((url) => [url, "private_address"]),
    );
  });

  it("is asked for by HEAD, and by GET when that fails", async () => {
    const { finding, external } = await auditLinksTo(
      (request, response) => {
        const refused = request.url !== "/head" && request.method === "HEAD";
        response.writeHead(refused ? 405 : 200).end();
      },
      "/head",
      "/get",
    );
    expect(external.requests.sort()).toEqual(["GET /get", "HEAD /get", "HEAD /head"]);
    expect(finding.broken).toEqual([]);
  });

  it("is followed with the cookies that its redirects set, which no other host gets", async () => {
    const cookies: (string | undefined)[] = [];
    const set = ["seen=1; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "id=a b, c; HttpOnly"];
    const other = await serve(({ headers: { cookie } }, response) => {
      cookies.push(cookie);
      response.writeHead(200).end();
    });
    const { finding } = await auditLinksTo(({ headers: { cookie } }, response) => {
      cookies.push(cookie);
      const location = cookie === undefined ? "/" : `${other.url}/`;
      response.writeHead(302, { location, "set-cookie": set }).end();
    }, "/");
    expect(finding).toMatchObject({ broken: [], suspects: [], unchecked: [] });
    expect(cookies).toEqual([undefined, "seen=1; id=a b, c", undefined]);
  });

  it("is followed through redirects, and broken where they end so or never", async () => {
    const { finding } = await auditLinksTo(
      {
        "/good": redirect("/page"),
        "/page": "<p>page</p>",
        "/bad": redirect("/missing"),
        "/loop": redirect("/loop2"),
        "/loop2": redirect("/loop"),
        "/invalid": redirect("http://["),
      },
      "/good",
      "/bad",
      "/loop",
      "/invalid",
    );
    expect(finding.broken.map(({ url, reason }) => [new URL(url).pathname, reason])).toEqual([
      ["/bad", "http_4xx"],
      ["/loop", "redirect_loop"],
      ["/invalid", "invalid_url"],
    ]);
  });

  it("is broken if its host does not exist, its certificate is wrong or it is no URL", async () => {
    useNames({});
    onTestFinished(() => replaceResolver(askThisMachine));
    const secure = await serve({ "/": "<p>self-signed</p>" }, { tls: true });
    const site = await serve({
      "/": linking("http://no-such-host.invalid/", `${secure.url}/`, "http://exa mple/"),
    });
    const { broken } = await auditLinks(site.url);
    expect(broken.map(({ reason }) => reason).sort()).toEqual(["dns", "invalid_url", "tls"]);
  });

  it("is not broken where the server forgets a certificate that browsers get themselves", async () => {
    const issuer = makeCertificate({
      commonName: "Intermediate",
      authority: true,
      issuer: makeCertificate({ commonName: "Root", authority: true }),
    });
    const tls = makeCertificate({ names: ["127.0.0.1"], issuer: { ...issuer, chain: "" } });
    const external = await serve({ "/": "<p>there</p>" }, { tls });
    const site = await serve({ "/": linking(`${external.url}/`) });
    expect(await auditLinks(site.url)).toMatchObject({ broken: [], suspects: [], unchecked: [] });
  });
});

describe("the audit of links", () => {
  it("checks every kind of link, each target once, and no page that was crawled again", async () => {
    const images = await serve({
      "/used.png": { headers: { "content-type": "image/png" }, body: "image" },
    });
    const body = `<a href="/page">a</a><a href="/page#part">a</a><map><area href="/area"></map>
      <img src="/img.png"><script src="/script.js"></script>
      <link rel="stylesheet" href="/style.css"><link rel="icon" href="/favicon.ico"><iframe src="/frame"></iframe>
      <video><source src="/video.mp4"></video><a href="mailto:a@b.example">mail</a>
      <img src="${images.url}/used.png"><img src="${images.url}/gone.png">`;
    const site = await serve({ "/": body, "/page": body });
    const finding = await auditLinks(site.url);
    expect(finding).toMatchObject({ broken: { length: 8 }, suspects: [], unchecked: [] });
    for (const path of ["/", "/page", "/area"]) {
      expect(site.requests.filter((request) => request.endsWith(` ${path}`))).toEqual([
        `GET ${path}`,
      ]);
    }
    expect(images.requests.sort()).toEqual(["GET /gone.png", "HEAD /gone.png", "HEAD /used.png"]);
  });

  it("follows the redirects that the crawl has seen without asking again", async () => {
    const other = await serve({ "/there": "<p>there</p>" });
    const site = await serve({
      "/": linking("/moved", "/off", "/off-broken", "/loop"),
      "/moved": redirect("/missing"),
      "/off": redirect(`${other.url}/there`),
      "/off-broken": redirect(`${other.url}/missing`),
      "/loop": redirect("/loop"),
    });
    const { broken } = await auditLinks(site.url);
    expect(broken.map(({ url, reason }) => [new URL(url).pathname, reason])).toEqual([
      ["/moved", "http_4xx"],
      ["/off-broken", "http_4xx"],
      ["/loop", "redirect_loop"],
    ]);
    expect(site.requests.filter((request) => request.endsWith("/off"))).toEqual(["GET /off"]);
  });

  it("leaves what robots.txt forbids, and says so", async () => {
    const site = await serve({
      "/robots.txt": "User-agent: *\nDisallow: /private",
      "/": `${linking("/private/page")}<img src="/private/image.png">`,
    });
    const { broken, unchecked } = await auditLinks(site.url);
    expect([broken, unchecked]).toEqual([[], [{ reason: "robots_txt", count: 2 }]]);
    expect(site.requests.join()).not.toContain("private");
  });

  it("is unchecked if it fails by HEAD and no time is left for GET", async () => {
    let now = Date.now();
    const clock = { now: () => now, sleep: async () => {} };
    const options = { client: new PoliteClient({ delayMs: 0, clock }), deadline: now + 60_000 };
    const external = await serve((_, response) => {
      now = options.deadline + 1;
      response.writeHead(404).end();
    });
    const site = await serve({ "/": linking(`${external.url}/1`) });
    const { broken, unchecked } = await checkCrawled(await crawlAll(site.url, options), options);
    expect([broken, unchecked]).toEqual([[], [{ reason: "deadline", count: 1 }]]);
    expect(external.requests).toEqual(["HEAD /1"]);
  });

  it("stops at the deadline: what failed before may remain", async () => {
    const external = await serve({});
    const site = await serve({ "/": linking(`${external.url}/1`, `${external.url}/2`) });
    const options = impatient();
    const crawled = await crawlAll(site.url, options);
    const first = await checkCrawled(crawled, options);
    expect([first.broken.length, first.unchecked]).toEqual([2, []]);
    const late = await checkCrawled(crawled, { ...options, deadline: Date.now() - 1 });
    expect(late).toMatchObject({ broken: [], unchecked: [{ reason: "deadline", count: 2 }] });
    const place = { code: "broken_link", subject: "" };
    expect(late.mayRemain?.({ ...place, key: first.broken[0]?.key ?? "" })).toBe(true);
    expect(late.mayRemain?.({ ...place, key: "another" })).toBe(false);
  });

  it("requests 2,000 targets at most", async () => {
    const { client, deadline } = { client: answering(() => ({ status: 404 })), deadline: 0 };
    const links = Array.from({ length: 2100 }, (_, n) => {
      const url = `https://host${n % 10}.example/${n}`;
      return { url, kind: "a" as const, valid: true };
    });
    const { coverage, ...crawled } = uncrawled("cafe.example");
    const crawl = { ...crawled, coverage: { ...coverage, pages: 1 } };
    const result = await examine(brokenLinks.begin(), [page({ links })], {
      crawl,
      client,
      deadline,
    });
    expect(result?.faults).toHaveLength(2000);
    expect(result?.unchecked).toEqual([{ what: "links", reason: "link_limit", count: 100 }]);
  });
});

describe("a failure that may be over soon is a suspect:", () => {
  it("a 5xx", async () => {
    const site = await serve({ "/": linking("/a"), "/a": status(500) });
    const { broken, suspects } = await auditLinks(site.url);
    expect([broken, suspects]).toMatchObject([[], [{ url: `${site.url}/a` }]]);
  });

  it("a timeout, and a host is not asked for ever", async () => {
    const silent = await serve(() => {});
    const targets = Array.from({ length: 10 }, (_, n) => `${silent.url}/${n}`);
    const site = await serve({ "/": linking(...targets) });
    const crawled = await crawlAll(site.url, impatient());
    const options = { ...impatient(), client: new PoliteClient({ delayMs: 0, timeoutMs: 150 }) };
    const { broken, suspects, unchecked } = await checkCrawled(crawled, options);
    const requestCount = suspects.length;
    expect(broken).toEqual([]);
    expect(unchecked).toEqual([{ reason: "host_times_out", count: 10 - requestCount }]);
    expect(requestCount).toBeLessThan(5);
    // On a busy machine a request may be given up before it has come.
    expect(silent.requests.length).toBeLessThanOrEqual(2 * requestCount);
  });
});

describe("a soft 404", () => {
  const missing = (request: { url?: string }) =>
    `<title>Shop</title><h1>Oh no</h1><p>There is nothing at ${request.url}, sorry.</p>`;

  /** A site that answers 200 for everything. */
  function catchAll(pages: Record<string, string>): SiteHandler {
    return (request, response) => {
      if (request.url === "/robots.txt") return response.writeHead(404).end();
      response.setHeader("content-type", "text/html");
      response.end(pages[request.url ?? ""] ?? missing(request));
    };
  }

  it("is broken where it is the website's only link", async () => {
    const site = await serve(catchAll({ "/": linking("/gone") }));
    const { broken } = await auditLinks(site.url);
    expect(broken.map(({ reason }) => reason)).toEqual(["soft_404"]);
  });

  it("on another host is not looked for", async () => {
    const external = await serve(catchAll({}));
    const site = await serve({ "/": linking(`${external.url}/gone`) });
    expect((await auditLinks(site.url)).broken).toHaveLength(0);
    expect(external.requests).toEqual(["HEAD /gone"]);
  });

  it("is not seen in a site that gives one other page for every address", async () => {
    const bakery = "<title>Bakery</title><h1>Bakery</h1><p>Fresh bread each day.</p>";
    const site = await serve((request, response) => {
      if (request.url === "/robots.txt") return response.writeHead(404).end();
      response.setHeader("content-type", "text/html");
      const links = `<p>Welcome to us.</p>${linking("/offers", "/team")}`;
      response.end(request.url === "/" ? links : bakery);
    });
    const { broken } = await auditLinks(site.url);
    expect(broken).toEqual([]);
  });

  it("is not seen in a site that gives its start page for every address", async () => {
    const site = await serve((request, response) => {
      if (request.url === "/robots.txt") return response.writeHead(404).end();
      response.setHeader("content-type", "text/html");
      response.end(`<h1>Application</h1><p>Runs in the browser.</p>${linking("/a", "/b")}`);
    });
    expect((await auditLinks(site.url)).broken).toHaveLength(0);
  });
});
