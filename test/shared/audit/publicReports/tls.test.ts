import { beforeAll, describe, expect, it, test } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { probeWebsite } from "../../../../shared/uptime/probeWebsite.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { serve } from "../../../support/site.ts";
import { trust } from "../trust.ts";
import { judgeUrl, page } from "./judge.ts";

const START = page("Start", "<h1>Start</h1><p>Words to read.</p>");

/** Signs the certificates of all tests: a process trusts what it knew at its first request. */
const root = trust();

beforeAll(() => allowLocalAddresses());

describe("a certificate that names its host in the common name alone", () => {
  it.each([
    ["without a subject alternative name", []],
    ["beside one of another kind", ["post@shop.example"]],
  ])("%s is refused by browsers", async (_, names) => {
    const commonName = "127.0.0.1";
    const certificate = makeCertificate({ commonName, names, issuer: root });
    const site = await serve({ "/": START }, { tls: certificate });
    expect(await probeWebsite(site.url)).toMatchObject({
      verdict: "down",
      outcome: "tls (ERR_TLS_CERT_ALTNAME_INVALID)",
    });
    const verdict = await judgeUrl(site.url);
    expect(verdict.findings()).toEqual(["certificate_for_other_host 127.0.0.1"]);
  });
});

test("a certificate without a subject is right if its alternative name is", async () => {
  const certificate = makeCertificate({ commonName: "", names: ["127.0.0.1"], issuer: root });
  const site = await serve({ "/": START }, { tls: certificate });
  expect(await probeWebsite(site.url)).toMatchObject({ verdict: "up" });
  const verdict = await judgeUrl(site.url);
  expect(verdict.data("website_summary")).toMatchObject({ ssl_valid: true });
});

test("a server that resets every connection is down", async () => {
  const site = await serve((request) => request.socket.destroy(), { tls: root });
  expect(await probeWebsite(site.url)).toMatchObject({
    verdict: "down",
    outcome: "reset (ECONNRESET)",
  });
});

describe("what a page loads by http", () => {
  const policy = "default-src 'self'; upgrade-insecure-requests";
  const shop = (host: string, head = "") =>
    page("Start", `<h1>Start</h1><script src="http://${host}/x.js"></script>`, head);
  const serveShop = async (headers: Record<string, string>, head?: string) =>
    await serve(
      (request, response) => {
        const isScript = request.url === "/x.js";
        if (!isScript && request.url !== "/") return response.writeHead(404).end();
        const type = isScript ? "text/javascript" : "text/html; charset=utf-8";
        response.writeHead(200, { "content-type": type, ...headers });
        return response.end(isScript ? "" : shop(request.headers.host ?? "", head));
      },
      { tls: root },
    );

  it.each([
    ["by a header", { "content-security-policy": policy }, undefined],
    ["by the page", {}, `<meta http-equiv="Content-Security-Policy" content="${policy}">`],
  ])("is loaded by https if that is asked for %s", async (_, headers, head) => {
    const site = await serveShop(headers as Record<string, string>, head);
    const verdict = await judgeUrl(site.url);
    expect(verdict.findings("mixed_content", "broken_file")).toEqual([]);
    expect(site.requests.filter((request) => request.endsWith("/x.js"))).not.toEqual([]);
  });

  it("is blocked otherwise", async () => {
    const verdict = await judgeUrl((await serveShop({})).url);
    expect(verdict.findings("mixed_content")).toEqual(["mixed_content /x.js"]);
  });
});
