import { brotliDecompressSync } from "node:zlib";
import type { Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { shapeOf } from "../../../functions/console/app/place.ts";
import { handler } from "../../../functions/open/index.ts";
import { eventFor } from "../../support/api.ts";

const MOST_COMPRESSED_BYTES = 150_000;

async function fetchFile(path: string, headers: Record<string, string> = {}) {
  const event = path.startsWith("/console/")
    ? eventFor("GET /console/{page}", { uuid: path.replace("/console/", ""), headers })
    : eventFor(`GET ${path}`, { headers });
  return await handler(event, {} as Context);
}

const assetsOf = (page = "") =>
  [...page.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, path]) => `/${path}`);

describe("the console", () => {
  it("is a page whose script and style browsers keep, small, without a key and addresses elsewhere", async () => {
    const { body, headers } = await fetchFile("/console");
    expect(headers?.["content-security-policy"]).toMatch(/script-src 'self'; connect-src 'self'$/);
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
  [["websites", "019a0000-0000-7000-8000-000000000001"], "websites/*"],
  [
    ["webhooks", "019a0000-0000-7000-8000-000000000001", "019a0000-0000-7000-8000-000000000002"],
    "webhooks/*/*",
  ],
  [["customers"], "customers"],
  [[], ""],
  // A browser would ask the service for something else.
  [["websites", ".."], undefined],
  [["webhooks", "019a0000-0000-7000-8000-000000000001", "%2e%2e"], undefined],
  [["websites", "019a0000-0000-7000-8000-000000000001%2f.."], undefined],
])("the path %j has the shape %j", (path, shape) => {
  expect(shapeOf({ path, query: new URLSearchParams() })).toBe(shape);
});
