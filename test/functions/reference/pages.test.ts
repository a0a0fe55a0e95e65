import { readdirSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { handler } from "../../../functions/open/index.ts";
import { ORIGIN } from "../../../functions/reference/content.ts";
import { hashedName, RENDERER, readRenderer } from "../../../functions/reference/pages/renderer.ts";
import { eventFor } from "../../support/api.ts";
import { UUID } from "../../support/expected.ts";

// What Lambda may answer.
const MAX_ANSWER_BYTES = 6 * 1024 * 1024;

const HOST = "api.acme.example";

const guideNames = readdirSync("functions/reference/guides")
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.replace(".md", ""));

async function fetchPage(path: string, headers: Record<string, string> = {}) {
  const [, , page = ""] = path.split("/");
  const event = path.startsWith("/docs/")
    ? eventFor("GET /docs/{page}", { uuid: page, headers })
    : eventFor(`GET ${path}`, { headers });
  event.requestContext.domainName = HOST;
  const {
    statusCode,
    headers: own,
    body = "",
    isBase64Encoded,
  } = await handler(event, {} as Context);
  return { status: statusCode, headers: own ?? {}, body, isBase64Encoded };
}

const GUIDE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'";
const REFERENCE_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'";

describe("the pages", () => {
  it("have the renderer whose content its name says", () => {
    const script = brotliDecompressSync(readRenderer());
    expect(hashedName(RENDERER.replace(/-\w+(?=\.js$)/, ""), script)).toBe(RENDERER);
  });

  it("are answered without a key, with the address that was asked", async () => {
    expect(await fetchPage("/docs/quick-start")).toEqual({
      status: 200,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": GUIDE_POLICY,
        "cache-control": "public, max-age=300",
        "referrer-policy": "no-referrer",
        vary: "host, accept-encoding",
        "x-content-type-options": "nosniff",
        "x-request-id": UUID,
      },
      body: expect.stringContaining("export API=https://api.acme.example\n"),
      isBase64Encoded: undefined,
    });
  });

  it("can't be written into by who asks", async () => {
    const event = eventFor("GET /docs/{page}", { uuid: "quick-start" });
    event.requestContext.domainName = 'x"><script>alert(1)</script>';
    const { body } = await handler(event, {} as Context);
    expect(body).not.toContain("<script>");
  });

  it("have scripts of this server only", async () => {
    const { status, headers, body } = await fetchPage("/docs");
    expect([status, headers["content-security-policy"]]).toEqual([200, REFERENCE_POLICY]);
    const guide = await fetchPage("/docs/errors");
    for (const page of [body, guide.body])
      expect(page.match(/<script(?! src="[\w./-]+"><\/script>)/g)).toBeNull();
  });

  it.each(guideNames)("have %s as HTML and as Markdown", async (name) => {
    const page = await fetchPage(`/docs/${name}`);
    const source = await fetchPage(`/docs/${name}.md`);
    expect([page.status, source.status]).toEqual([200, 200]);
    expect(source.headers["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(source.body).toMatch(/^# /);
    for (const { body } of [page, source]) expect(body).not.toContain(ORIGIN);
  });

  it("lead nowhere that is not there", async () => {
    for (const name of guideNames) {
      const { body } = await fetchPage(`/docs/${name}`);
      const links = [...body.matchAll(/href="(?!data:|https?:)([^"]*)"/g)].map(
        ([, to]) => to ?? "",
      );
      for (const link of links) {
        const { pathname, hash } = new URL(link, `https://api.example.com/docs/${name}`);
        const target = await fetchPage(pathname);
        expect([link, target.status]).toEqual([link, 200]);
        if (hash) expect(target.body, link).toContain(`id="${hash.slice(1)}"`);
      }
    }
  });

  it("tell language models where each guide is", async () => {
    const { headers, body } = await fetchPage("/llms.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    for (const name of guideNames) expect(body).toContain(`(https://${HOST}/docs/${name}.md)`);
  });

  it.each([
    "/docs/nothing",
    "/docs/index",
    "/docs/quick-start.html",
    "/docs/..",
    "/docs/__proto__",
  ])("answer 404 to %s", async (path) => {
    const { status, body } = await fetchPage(path);
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { code: 404, message: "There is nothing at this path" },
    ]);
  });
});

describe("what is answered", () => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=0.8, br;q=0", "gzip"],
  ] as const)("is compressed as the client takes it: %s", async (accepted, coding) => {
    for (const path of ["/docs/webhooks", `/docs/${RENDERER}`]) {
      const plain = await fetchPage(path);
      const answer = await fetchPage(path, { "accept-encoding": accepted });
      expect(answer.headers["content-encoding"]).toBe(coding);
      const bytes = Buffer.from(answer.body, "base64");
      expect(decoders[coding](bytes).toString() === plain.body).toBe(true);
    }
  });

  it("is no longer than Lambda may answer, whatever the client takes", async () => {
    for (const accepted of ["", "gzip", "br"]) {
      const answer = await fetchPage(`/docs/${RENDERER}`, { "accept-encoding": accepted });
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(MAX_ANSWER_BYTES);
    }
  });

  it("is kept for good where its name changes with it", async () => {
    for (const path of [`/docs/${RENDERER}`, "/docs/errors"]) {
      const { headers } = await fetchPage(path, { "accept-encoding": "br" });
      const isAsset = path.endsWith(".js");
      expect(String(headers["cache-control"]).endsWith(", immutable")).toBe(isAsset);
    }
  });
});
