import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { ApiEvent } from "../../shared/http/event.ts";
import { type Coding, chooseCoding, encode } from "../../shared/http/transfer.ts";

/** Stands for the address of the API in the pages. Guides are read in the repository, too. */
export const ORIGIN = "https://api.example.com";

/** Content that is served without a key. */
export interface Content {
  type: string;
  text: string;
  headers?: Record<string, string>;
  /** For a file that never changes under its path: its bytes by coding. */
  encoded?: Partial<Record<Coding, Buffer>>;
}

const MAX_AGE_SECONDS = 300;
const YEAR_SECONDS = 365 * 24 * 3600;

/** The response with a content. An asset is compressed once per container, in a coding that the client accepts. */
export function answerContent(
  event: ApiEvent,
  content: Content,
): APIGatewayProxyStructuredResultV2 {
  const { type, encoded, headers: own } = content;
  const headers = {
    "content-type": type,
    "cache-control": encoded
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : `public, max-age=${MAX_AGE_SECONDS}`,
    // The text contains the host of the request.
    vary: "host",
    "referrer-policy": "no-referrer",
    ...own,
  };
  const coding = encoded && chooseCoding(event.headers["accept-encoding"]);
  if (!encoded || !coding) return { statusCode: 200, headers, body: content.text };
  encoded[coding] ??= encode(content.text, coding);
  return {
    statusCode: 200,
    headers: { ...headers, "content-encoding": coding },
    body: encoded[coding].toString("base64"),
    isBase64Encoded: true,
  };
}
