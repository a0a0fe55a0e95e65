import { brotliDecompressSync } from "node:zlib";
import type { Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { readPlace, shapeOf } from "../../../functions/console/app/place.ts";
import { readDigestOf } from "../../../functions/console/app/websiteDigest.ts";
import { readWorstFirst } from "../../../functions/console/app/worstFirst.ts";
import { handler } from "../../../functions/open/index.ts";
import { worstFirst } from "../../../shared/severity.ts";
import { timestamp } from "../../../shared/time.ts";
import { eventFor } from "../../support/api.ts";
import { UUID } from "../../support/expected.ts";
import { finding } from "../reports/content.ts";

const MOST_COMPRESSED_BYTES = 120_000;
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'";

async function fetchFile(path: string, headers: Record<string, string> = {}) {
  const event = path.startsWith("/console/")
    ? eventFor("GET /console/{page}", { uuid: path.replace("/console/", ""), headers })
    : eventFor(`GET ${path}`, { headers });
  return await handler(event, {} as Context);
}

const assetsOf = (page = "") =>
  [...page.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, path]) => `/${path}`);

describe("the console", () => {
  it("is answered without a key, with a policy that lets it ask this server only", async () => {
    expect(await fetchFile("/console")).toEqual({
      statusCode: 200,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": POLICY,
        "cache-control": "public, max-age=300",
        etag: expect.stringMatching(/^"[\w-]{43}"$/),
        "referrer-policy": "no-referrer",
        vary: "host, accept-encoding",
        "x-content-type-options": "nosniff",
        "x-request-id": UUID,
      },
      body: expect.stringMatching(/^<!doctype html>/),
    });
  });

  it("has a script and a style that browsers keep, small, and without addresses elsewhere", async () => {
    const { body } = await fetchFile("/console");
    expect(body).not.toMatch(/<script(?! defer src="console\/[\w.-]+"><\/script>)|style=| on\w+=/);
    const paths = assetsOf(body);
    expect(paths).toEqual([
      expect.stringMatching(/^\/console\/style-\w+\.css$/),
      expect.stringMatching(/^\/console\/main-\w+\.js$/),
    ]);
    let bytes = Buffer.byteLength(body ?? "");
    for (const path of paths) {
      const answer = await fetchFile(path, { "accept-encoding": "br" });
      expect(answer.headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-encoding": "br",
      });
      const compressed = Buffer.from(answer.body ?? "", "base64");
      bytes += compressed.length;
      const hosts =
        brotliDecompressSync(compressed)
          .toString()
          .match(/https?:\/\/[\w.]+/g) ?? [];
      // The names of XML's vocabularies, which nobody requests.
      expect(hosts.filter((host) => host !== "http://www.w3.org")).toEqual([]);
    }
    expect(bytes).toBeLessThan(MOST_COMPRESSED_BYTES);
  });

  it.each(["/console/nothing.js", "/console/..", "/console/key", "/console/console"])(
    "has nothing at %s",
    async (path) => {
      expect((await fetchFile(path)).statusCode).toBe(404);
    },
  );
});

it.each([
  ["#/websites/019a0000-0000-7000-8000-000000000001?page=2", "websites/*"],
  [
    "#/webhooks/019a0000-0000-7000-8000-000000000001/019a0000-0000-7000-8000-000000000002",
    "webhooks/*/*",
  ],
  ["#/customers", "customers"],
  ["", ""],
  // A browser would ask the service for something else.
  ["#/websites/..", undefined],
  ["#/webhooks/019a0000-0000-7000-8000-000000000001/%2e%2e", undefined],
  ["#/websites/019a0000-0000-7000-8000-000000000001%2f..", undefined],
])("the address %j has the shape %j", (hash, shape) => {
  expect(shapeOf(readPlace(hash))).toBe(shape);
});

/** The pages of a list as the API gives them, by numbers or by cursors, and what was asked. */
function pagesOf<Row>(rows: Row[]) {
  const asked: unknown[] = [];
  const read = async (query: { page: number; per_page: number }) => {
    asked.push(query);
    const { page, per_page } = query;
    const data = rows.slice((page - 1) * per_page, page * per_page);
    const last_page = Math.max(1, Math.ceil(rows.length / per_page));
    const meta = { from: 1, to: 1, total: rows.length, current_page: page, last_page };
    return { data, meta };
  };
  const readOn = async (query: { cursor?: string; per_page: number }) => {
    asked.push(query);
    const from = Number(query.cursor ?? 0);
    const next = from + query.per_page;
    const url = `https://api.example.com/v1/findings?cursor=${next}`;
    return {
      data: rows.slice(from, next),
      meta: { next_page_url: next < rows.length ? url : null },
    };
  };
  return { read, readOn, asked };
}

describe("the findings of a website", () => {
  /** The oldest first. */
  const make = (counts: Record<"error" | "warning" | "info", number>) =>
    (["info", "warning", "error"] as const)
      .flatMap((severity) => Array.from({ length: counts[severity] }, () => severity))
      .map((severity, index) =>
        finding("en", {
          severity,
          first_seen_at: timestamp(new Date(((index * 11) % 350) * 60_000)),
        }),
      )
      .toSorted((one, other) => one.first_seen_at.localeCompare(other.first_seen_at));

  it("come the worst and newest first over all pages, each once", async () => {
    const all = make({ info: 130, error: 120, warning: 100 });
    const { readOn } = pagesOf(all);
    const seen: typeof all = [];
    for (let page = 1; ; page += 1) {
      const { data, meta } = await readWorstFirst(page, readOn);
      if (data.length === 0) break;
      expect(meta).toEqual({
        ...{ from: seen.length + 1, to: seen.length + data.length },
        ...{ total: 350, current_page: page, last_page: 4 },
      });
      seen.push(...data);
    }
    expect(seen).toEqual(all.toSorted(worstFirst));
  });

  it("cost one request if they fit on one page", async () => {
    const all = make({ info: 60, error: 10, warning: 30 });
    const { readOn, asked } = pagesOf(all);
    expect((await readWorstFirst(1, readOn)).data).toEqual(all.toSorted(worstFirst));
    expect(asked).toHaveLength(1);
  });
});

it("the digest of a website is found among those of its business, and read alone from then on", async () => {
  const digests = Array.from({ length: 250 }, (_, index) => ({ uuid: `website ${index}` }));
  const { read, asked } = pagesOf<{ uuid: string; severity?: string }>(digests);
  const uuid = "website 130";
  for (const pages of [[1, 2], [131]]) {
    expect(await readDigestOf(uuid, read)).toEqual({ uuid });
    expect(asked.splice(0)).toMatchObject(pages.map((page) => ({ page })));
  }
  digests.shift();
  expect(await readDigestOf(uuid, read)).toEqual({ uuid });
  expect(await readDigestOf("elsewhere", read)).toBeUndefined();
});
