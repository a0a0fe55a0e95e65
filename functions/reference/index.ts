import { createHash } from "node:crypto";
import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorResponses } from "../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { originOf } from "../../shared/http/origin.ts";
import { requestLog } from "../../shared/http/requestLog.ts";
import openapi from "./openapi.json" with { type: "json" };

const MAX_AGE_SECONDS = 300;

/** The description of the API, for anyone: no key is asked for. */
export const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
  .use(requestLog())
  .use(errorResponses())
  .handler(async (event: ApiEvent) => {
    const body = JSON.stringify({ ...openapi, servers: [{ url: originOf(event) }] });
    const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
    const headers = {
      etag,
      "cache-control": `public, max-age=${MAX_AGE_SECONDS}`,
      // For pages of others that show it. It says nothing of anybody.
      "access-control-allow-origin": "*",
      // The address in it is the one that was asked.
      vary: "host",
    };
    if (isKnown(event.headers["if-none-match"], etag)) return { statusCode: 304, headers };
    const contentType = { "content-type": "application/json" };
    return { statusCode: 200, headers: { ...contentType, ...headers }, body };
  });

/** RFC 9110, 13.1.2: any of a list, compared weakly, as proxies that compress make tags weak. */
function isKnown(ifNoneMatch = "", etag: string): boolean {
  return ifNoneMatch.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
}
