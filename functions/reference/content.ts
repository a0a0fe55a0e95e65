import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { ApiEvent } from "../../shared/http/event.ts";
import { chooseCoding } from "../../shared/http/transfer.ts";

/** Stands for the address of the API in the pages. Guides are read in the repository, too. */
export const ORIGIN = "https://api.example.com";

/** Content that is served without a key. */
export interface Content {
  type: string;
  text: string;
  headers?: Record<string, string>;
  /** The name of the file changes with its content, so that browsers can keep it for good. */
  isFixed?: true;
  /** The text compressed with Brotli, if that was done beforehand. */
  br?: Buffer;
}

const MAX_AGE_SECONDS = 300;
const YEAR_SECONDS = 365 * 24 * 3600;

/** The response with a content. */
export function answerContent(
  event: ApiEvent,
  content: Content,
): APIGatewayProxyStructuredResultV2 {
  const headers = {
    "content-type": content.type,
    "cache-control": content.isFixed
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : `public, max-age=${MAX_AGE_SECONDS}`,
    // The text contains the host of the request.
    vary: "host",
    "referrer-policy": "no-referrer",
    ...content.headers,
  };
  if (!content.br || chooseCoding(event.headers["accept-encoding"]) !== "br")
    return { statusCode: 200, headers, body: content.text };
  return {
    statusCode: 200,
    headers: { ...headers, "content-encoding": "br" },
    body: content.br.toString("base64"),
    isBase64Encoded: true,
  };
}
