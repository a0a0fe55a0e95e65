import type { Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { handler } from "../../../functions/open/index.ts";
import { prebuilt } from "../../../functions/reference/prebuilt.ts";
import { eventFor } from "../../support/api.ts";
import { UUID } from "../../support/expected.ts";

async function fetchDocument(headers: Record<string, string> = {}) {
  const response = await handler(eventFor("GET /openapi.json", { headers }), {} as Context);
  return { ...response, body: response.body && JSON.parse(response.body) };
}

describe("GET /openapi.json", () => {
  it("answers the description without a key, with the address that was asked", async () => {
    expect(await fetchDocument()).toEqual({
      statusCode: 200,
      headers: {
        "content-type": "application/json",
        "cache-control": "public, max-age=300",
        "access-control-allow-origin": "*",
        vary: "host, accept-encoding",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-request-id": UUID,
      },
      body: { ...prebuilt.document, servers: [{ url: "https://api.example.com" }] },
    });
  });

  it("names the scheme that a proxy says", async () => {
    const local = await fetchDocument({ "x-forwarded-proto": "http" });
    expect(local.body.servers).toEqual([{ url: "http://api.example.com" }]);
  });
});
