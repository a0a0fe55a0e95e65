import { isIP } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  brokenLinksData,
  type LinkMemory,
  tellLinks,
} from "../../../../functions/audit/analysers/brokenLinks/brokenLinks.ts";
import {
  checkLinks,
  type LinksOptions,
} from "../../../../functions/audit/analysers/brokenLinks/checkLinks.ts";
import { LinkTargets } from "../../../../functions/audit/analysers/brokenLinks/targets.ts";
import { PoliteClient } from "../../../../functions/audit/pages/politeClient.ts";
import { askThisMachine, replaceResolver } from "../../../../shared/outbound/resolver.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { shown } from "../../../support/pages.ts";
import {
  holdDeadAddress,
  type SiteHandler,
  type SiteRoutes,
  serve,
} from "../../../support/site.ts";
import { crawlAll, impatient, linking } from "../crawl/crawlSite.ts";
import { nothingIgnored } from "./support.ts";

async function checkCrawled(
  { pages, ...crawled }: Awaited<ReturnType<typeof crawlAll>>,
  { previous, ...options }: LinksOptions & { previous?: LinkMemory },
) {
  const targets = shown(new LinkTargets(), pages, crawled.site);
  const told = tellLinks(await checkLinks(crawled, options, targets), {
    ...{ memory: previous, ...nothingIgnored },
  });
  const { broken_links: found, broken_link_details: details } = told.findings;
  if (!found || !details) throw new Error("nothing was told");
  const { links: broken, unchecked } = details.data;
  return { ...found, state: told.memory, details: { ...told.counts, broken, unchecked } };
}

/** Crawls a site and checks its links. */
async function auditLinks(url: string, previous?: LinkMemory) {
  const options = impatient();
  const crawled = await crawlAll(url, options);
  return await checkCrawled(crawled, { ...options, ...(previous && { previous }) });
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
    expect(finding.details).toMatchObject({
      ok_count: 2,
      inconclusive_count: inconclusive.length,
      broken: broken.map((code) => ({ url: `${external.url}/${code}` })),
    });
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
    const { state } = await auditLinks(site.url);
    // What fails twice is broken; this was never asked.
    const { data, details } = await auditLinks(site.url, state);
    expect(data).toEqual({ links_broken_count: 1, new_links_broken_count: 1 });
    expect(details.broken).toMatchObject([{ url: to("four.example", "/a") }]);
    expect(details.unchecked).toEqual([{ reason: "ipv6_only", count: 2 }]);
  });

  it("is checked where the host has IPv6 only and answers", async () => {
    replaceResolver(async () => [{ address: "::1", family: 6 }]);
    onTestFinished(() => replaceResolver(askThisMachine));
    const external = await serve({ "/": "here" }, { address: "::1" });
    const to = (path: string) => `http://six.example:${external.port}${path}`;
    const site = await serve({ "/": linking(to("/"), to("/gone")) });
    const { data, details } = await auditLinks(site.url);
    expect(data.links_broken_count).toBe(1);
    expect(details).toMatchObject({ ok_count: 1, unchecked_count: 0 });
  });

  it.each([
    [404, "cf-mitigated", "challenge"],
    [202, "x-amzn-waf-action", "challenge"],
    [202, "sg-captcha", "challenge"],
  ])("is inconclusive behind a bot wall: %i with %s: %s", async (code, header, value) => {
    const wall: SiteHandler = (_, response) => response.writeHead(code, { [header]: value }).end();
    const { finding } = await auditLinksTo(wall, "/x");
    expect(finding).toMatchObject({
      data: { links_broken_count: 0 },
      details: { inconclusive_count: 1 },
    });
  });

  it("is not asked for when 300 to its host have been; what is left is said with its reason", async () => {
    const paths = Array.from({ length: 302 }, (_, number) => `/${number}`);
    const { finding, external } = await auditLinksTo(
      (_, response) => response.writeHead(200).end(),
      ...paths,
    );
    expect(external.requests).toHaveLength(300);
    expect(finding.details).toMatchObject({
      ok_count: 300,
      unchecked_count: 2,
      unchecked: [{ reason: "link_limit_of_host", count: 2 }],
    });
  });

  it("is not asked for more often where the website's own links to pages and files redirect there", async () => {
    const external = await serve((_, response) => response.writeHead(200).end());
    const numbers = Array.from({ length: 151 }, (_, number) => number);
    const links = numbers.flatMap((number) => [`/page?${number}`, `/file.pdf?${number}`]);
    const site = await serve(({ url = "" }, response) => {
      if (url === "/") response.writeHead(200, { "content-type": "text/html" });
      else if (/page|file/.test(url)) response.writeHead(302, { location: external.url + url });
      else response.writeHead(404);
      response.end(url === "/" ? linking(...links) : "");
    });
    const { details } = await auditLinks(site.url);
    expect(external.requests).toHaveLength(300);
    expect(details.unchecked).toEqual([{ reason: "link_limit_of_host", count: 2 }]);
  });

  it("that leads to a private or unassigned address is broken for visitors", async () => {
    const targets = ["http://192.168.1.5/", "http://10.0.0.1:8080/x", "http://[fe80::1]/y"];
    const site = await serve({ "/": linking(...targets) });
    const { data, details } = await auditLinks(site.url);
    expect(data.links_broken_count).toBe(3);
    expect(details.broken.map(({ url, reason }) => [url, reason])).toEqual(
      targets.map((url) => [url, "private_address"]),
    );
  });

  it("is asked for by GET where HEAD is never answered, from then on without HEAD", async () => {
    const site = await serve((request, response) => {
      if (request.method !== "HEAD") response.writeHead(request.url === "/gone" ? 404 : 200).end();
    });
    const targets = ["/one", "/two", "/three", "/four", "/gone"].map(
      (path) => `${site.url}${path}`,
    );
    const start = await serve({ "/": linking(...targets) });
    const crawled = await crawlAll(start.url, impatient());
    const options = { ...impatient(), client: new PoliteClient({ delayMs: 0, timeoutMs: 500 }) };
    const { data, details } = await checkCrawled(crawled, options);
    expect(data.links_broken_count).toBe(1);
    expect(details.unchecked).toEqual([]);
    const heads = site.requests.filter((request) => request.startsWith("HEAD"));
    expect(heads.length).toBeLessThan(targets.length);
    expect(site.requests.filter((request) => request.startsWith("GET"))).toHaveLength(5);
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
    expect(finding.data.links_broken_count).toBe(0);
  });

  it("is not broken where it only refuses robots for two audits; one that fails is", async () => {
    const routes = { "/shop": status(503), "/fails": status(502) };
    const external = await serve(routes);
    const site = await serve({ "/": linking(`${external.url}/shop`, `${external.url}/fails`) });
    const { state } = await auditLinks(site.url);
    const { details } = await auditLinks(site.url, state);
    expect(details.broken).toMatchObject([
      { url: `${external.url}/fails`, reason: "http_5xx", technical: "http 502" },
    ]);
  });

  it("is broken on the website itself with the same statuses", async () => {
    const site = await serve({ "/": linking("/a", "/b"), "/a": status(400), "/b": status(406) });
    expect((await auditLinks(site.url)).data.links_broken_count).toBe(2);
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
    expect(finding.details).toMatchObject({ ok_count: 1, broken: [] });
    expect(cookies).toEqual([undefined, "seen=1; id=a b, c", undefined]);
  });

  it("is broken on the website itself where it leads in circles with its cookies too", async () => {
    const site = await serve({
      "/": linking("/page", "/circle"),
      "/page": ({ headers: { cookie } }, response) =>
        cookie === "ok=1"
          ? response.writeHead(200).end()
          : response.writeHead(302, { location: "/page", "set-cookie": "ok=1" }).end(),
      "/circle": { status: 302, headers: { location: "/circle", "set-cookie": "ok=1" } },
    });
    const { details } = await auditLinks(site.url);
    expect(details).toMatchObject({
      ok_count: 1,
      broken: [{ url: `${site.url}/circle`, reason: "redirect_loop" }],
    });
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
    expect(
      finding.details.broken.map(({ url, reason }) => [new URL(url).pathname, reason]),
    ).toEqual([
      ["/bad", "http_4xx"],
      ["/loop", "redirect_loop"],
      ["/invalid", "invalid_url"],
    ]);
  });

  it("is broken if its host does not exist, its certificate is wrong or it is no URL", async () => {
    const secure = await serve({ "/": "<p>self-signed</p>" }, { tls: true });
    const site = await serve({
      "/": linking("http://no-such-host.invalid/", `${secure.url}/`, "http://exa mple/"),
    });
    const { data, details } = await auditLinks(site.url);
    expect(data.links_broken_count).toBe(3);
    expect(details.broken.map(({ reason }) => reason).sort()).toEqual([
      "dns",
      "invalid_url",
      "tls",
    ]);
  });

  it("is unchecked if no other host has an address, as when our resolver fails", async () => {
    const address = await serve({ "/": "<p>there</p>" });
    const gone = ["http://a.invalid/", "http://b.invalid/x", "http://b.invalid/y"];
    const site = await serve({ "/": linking(`${address.url}/`, ...gone) });
    const { data, details, state } = await auditLinks(site.url);
    expect(data.links_broken_count).toBe(0);
    expect(details.unchecked).toEqual([{ reason: "no_host_resolves", count: 3 }]);
    expect(state.broken).toEqual([]);
  });

  it("is broken if its host has no address, and another one has", async () => {
    const { port } = await serve({ "/": "<p>there</p>" });
    replaceResolver(async (hostname) => {
      if (hostname === "there.example") return [{ address: "127.0.0.1", family: 4 }];
      throw Object.assign(new Error(hostname), { code: "ENOTFOUND" });
    });
    onTestFinished(() => replaceResolver(askThisMachine));
    const site = await serve({
      "/": linking("http://a.invalid/", "http://b.invalid/", `http://there.example:${port}/`),
    });
    expect((await auditLinks(site.url)).data.links_broken_count).toBe(2);
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
    expect((await auditLinks(site.url)).details).toMatchObject({
      inconclusive_count: 1,
      broken: [],
    });
  });

  it("is not asked for with credentials", async () => {
    const { external, finding } = await auditLinksTo({ "/": "<p>x</p>" }, "/");
    const { host } = external;
    const site = await serve({ "/": linking(`http://user:secret@${host}/private`) });
    expect((await auditLinks(site.url)).details).toMatchObject({
      inconclusive_count: 0,
      unchecked_count: 1,
      unchecked: [{ reason: "credentials", count: 1 }],
    });
    expect(finding.data.links_broken_count).toBe(0);
    expect(external.requests).toEqual(["HEAD /"]);
  });
});

describe("the audit of links", () => {
  it("checks every kind of link, each target once, and no page that was crawled again", async () => {
    const images = await serve({
      "/used.png": { headers: { "content-type": "image/png" }, body: "image" },
    });
    const body = `<a href="/page">a</a><a href="/page#part">a</a><map><area href="/area"></map>
      <img src="/img.png" srcset="/img-2x.png 2x"><script src="/script.js"></script>
      <link rel="stylesheet" href="/style.css"><link rel="icon" href="/favicon.ico"><iframe src="/frame"></iframe>
      <video><source src="/video.mp4"></video><a href="mailto:a@b.example">mail</a>
      <img src="${images.url}/used.png"><img src="${images.url}/gone.png">`;
    const site = await serve({ "/": body, "/page": body });
    const finding = await auditLinks(site.url);
    expect(finding.status).toBe("warning");
    expect(finding.data).toEqual({ links_broken_count: 9, new_links_broken_count: 9 });
    expect(finding.details).toMatchObject({ targets_count: 11, ok_count: 2, unchecked_count: 0 });
    expect(brokenLinksData.safeParse(finding.data).success).toBe(true);
    for (const path of ["/", "/page", "/area", "/frame"]) {
      expect(site.requests.filter((request) => request.endsWith(` ${path}`))).toEqual([
        `GET ${path}`,
      ]);
    }
    expect(images.requests.sort()).toEqual(["GET /gone.png", "HEAD /gone.png", "HEAD /used.png"]);
  });

  it("tells on which pages a broken link is", async () => {
    const site = await serve({ "/": linking("/page", "/missing"), "/page": linking("/missing") });
    const { details } = await auditLinks(site.url);
    expect(details.broken).toEqual([
      {
        url: `${site.url}/missing`,
        reason: "http_4xx",
        technical: "http 404",
        text: "to",
        is_new: true,
        pages_count: 2,
        pages: [`${site.url}/`, `${site.url}/page`],
      },
    ]);
  });

  it("finds nothing broken on a good site", async () => {
    const site = await serve({ "/": linking("/page"), "/page": linking("/") });
    expect(await auditLinks(site.url)).toMatchObject({
      status: "success",
      data: { links_broken_count: 0, new_links_broken_count: 0 },
      state: { broken: [], suspects: [] },
    });
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
    const { details } = await auditLinks(site.url);
    expect(details.broken.map(({ url, reason }) => [new URL(url).pathname, reason])).toEqual([
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
    const { data, details } = await auditLinks(site.url);
    expect(data.links_broken_count).toBe(0);
    expect(details).toMatchObject({
      inconclusive_count: 0,
      unchecked_count: 2,
      unchecked: [{ reason: "robots_txt", count: 2 }],
    });
    expect(site.requests.join()).not.toContain("private");
  });

  it("knows nothing where no page could be read, and keeps what it knew", async () => {
    const site = await holdDeadAddress();
    const previous = { broken: ["aaaaaaaaaaa"], suspects: ["bbbbbbbbbbb"] };
    expect(await auditLinks(site.url, previous)).toMatchObject({ status: "info", state: previous });
  });

  it("stops at the deadline, with everything that failed before first", async () => {
    const external = await serve({});
    const site = await serve({ "/": linking(`${external.url}/1`, `${external.url}/2`) });
    const options = impatient();
    const crawled = await crawlAll(site.url, options);
    const first = await checkCrawled(crawled, { ...options, maxRequests: 1 });
    expect(first).toMatchObject({
      data: { links_broken_count: 1 },
      details: { unchecked_count: 1, unchecked: [{ reason: "link_limit", count: 1 }] },
    });
    const late = { ...options, deadline: Date.now() - 1, previous: first.state };
    expect(await checkCrawled(crawled, late)).toMatchObject({
      data: { links_broken_count: 0 },
      details: { unchecked_count: 2, unchecked: [{ reason: "deadline", count: 2 }] },
      state: first.state,
    });
    expect(external.requests).toEqual(["HEAD /1", "GET /1"]);
  });
});

describe("against the previous audit", () => {
  it("only links that were not broken then are new", async () => {
    const routes: SiteRoutes = { "/": linking("/a", "/b", "/c"), "/b": "<p>b</p>" };
    const site = await serve(routes);
    const first = await auditLinks(site.url);
    expect(first.data).toEqual({ links_broken_count: 2, new_links_broken_count: 2 });

    delete routes["/b"];
    routes["/c"] = "<p>c</p>";
    const second = await auditLinks(site.url, first.state);
    expect(second.data).toEqual({ links_broken_count: 2, new_links_broken_count: 1 });

    const third = await auditLinks(site.url, second.state);
    expect(third.data).toEqual({ links_broken_count: 2, new_links_broken_count: 0 });
  });

  it("a 5xx is broken the second time, and no more once it is over", async () => {
    const routes: SiteRoutes = { "/": linking("/a"), "/a": status(500) };
    const site = await serve(routes);
    const first = await auditLinks(site.url);
    expect(first.data).toEqual({ links_broken_count: 0, new_links_broken_count: 0 });
    const second = await auditLinks(site.url, first.state);
    expect(second.data).toEqual({ links_broken_count: 1, new_links_broken_count: 1 });
    const third = await auditLinks(site.url, second.state);
    expect(third.data).toEqual({ links_broken_count: 1, new_links_broken_count: 0 });

    routes["/a"] = "<p>a</p>";
    const fourth = await auditLinks(site.url, third.state);
    expect(fourth).toMatchObject({ status: "success", state: { broken: [], suspects: [] } });
  });

  it("a 5xx after a 404 stays broken, and one after a good audit is a first time again", async () => {
    const routes: SiteRoutes = { "/": linking("/a"), "/a": status(404) };
    const site = await serve(routes);
    const first = await auditLinks(site.url);
    routes["/a"] = status(500);
    const second = await auditLinks(site.url, first.state);
    expect(second.data).toEqual({ links_broken_count: 1, new_links_broken_count: 0 });
    routes["/a"] = "<p>a</p>";
    const third = await auditLinks(site.url, second.state);
    routes["/a"] = status(500);
    expect((await auditLinks(site.url, third.state)).data.links_broken_count).toBe(0);
  });

  it("a timeout counts like a 5xx, and a host is not asked for ever", async () => {
    const silent = await serve(() => {});
    const targets = Array.from({ length: 10 }, (_, n) => `${silent.url}/${n}`);
    const site = await serve({ "/": linking(...targets) });
    const crawled = await crawlAll(site.url, impatient());
    const options = { ...impatient(), client: new PoliteClient({ delayMs: 0, timeoutMs: 150 }) };
    const first = await checkCrawled(crawled, options);
    expect(first.data.links_broken_count).toBe(0);
    const asked = first.state.suspects.length;
    const count = 10 - asked;
    expect(first.details).toMatchObject({
      unchecked_count: count,
      unchecked: [{ reason: "host_times_out", count }],
    });
    expect(asked).toBeLessThan(5);
    // On a busy machine a request may be given up before it has come.
    expect(silent.requests.length).toBeLessThanOrEqual(2 * asked);

    const second = await checkCrawled(crawled, { ...options, previous: first.state });
    expect(second.data.links_broken_count).toBe(first.state.suspects.length);
  });

  it("a host that refuses connections counts like a 5xx", async () => {
    const gone = await holdDeadAddress();
    const site = await serve({ "/": linking(`${gone.url}/`) });
    const first = await auditLinks(site.url);
    expect(first.data.links_broken_count).toBe(0);
    const second = await auditLinks(site.url, first.state);
    expect(second.data.links_broken_count).toBe(1);
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

  it("on the site is broken, and real pages are not", async () => {
    const site = await serve(
      catchAll({ "/": linking("/real", "/gone", "/lost"), "/real": "<h1>Real</h1><p>A page</p>" }),
    );
    const { data, details } = await auditLinks(site.url);
    expect(data.links_broken_count).toBe(2);
    expect(details.broken.map(({ reason }) => reason)).toEqual(["soft_404", "soft_404"]);
  });

  it("on another host is not looked for", async () => {
    const external = await serve(catchAll({}));
    const site = await serve({ "/": linking(`${external.url}/gone`) });
    expect((await auditLinks(site.url)).data.links_broken_count).toBe(0);
    expect(external.requests).toEqual(["HEAD /gone"]);
  });

  it("is found on pages beyond those that were crawled", async () => {
    const site = await serve(catchAll({ "/": linking("/1", "/2", "/3"), "/2": "<p>Page two</p>" }));
    const options = impatient();
    const crawled = await crawlAll(site.url, { ...options, maxPages: 1 });
    const { data } = await checkCrawled(crawled, options);
    expect(data.links_broken_count).toBe(2);
  });

  it("is not seen in a site that gives its start page for every address", async () => {
    const site = await serve((request, response) => {
      if (request.url === "/robots.txt") return response.writeHead(404).end();
      response.setHeader("content-type", "text/html");
      response.end(`<h1>Application</h1><p>Runs in the browser.</p>${linking("/a", "/b")}`);
    });
    expect((await auditLinks(site.url)).data.links_broken_count).toBe(0);
  });

  it("is not seen where missing pages answer 404", async () => {
    const same = "<h1>Not found</h1><p>There is nothing here.</p>";
    const site = await serve((request, response) => {
      const found = request.url === "/" || request.url === "/about-404";
      response.writeHead(found ? 200 : 404, { "content-type": "text/html" });
      response.end(request.url === "/" ? linking("/about-404") : same);
    });
    expect((await auditLinks(site.url)).data.links_broken_count).toBe(0);
  });
});
