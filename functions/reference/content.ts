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
  /** For a file that never changes under its path: its name, and its bytes by coding. */
  asset?: { name: string; encoded: Partial<Record<Coding, Buffer>> };
}

const MAX_AGE_SECONDS = 300;
const YEAR_SECONDS = 365 * 24 * 3600;

/** The response with a content. An asset is compressed once per container, in a coding that the client accepts. */
export function answerContent(
  event: ApiEvent,
  content: Content,
): APIGatewayProxyStructuredResultV2 {
  const { type, asset, headers: own } = content;
  const headers = {
    "content-type": type,
    "cache-control": asset
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : `public, max-age=${MAX_AGE_SECONDS}`,
    // The text contains the host of the request.
    vary: "host",
    "referrer-policy": "no-referrer",
    ...own,
  };
  const coding = asset && chooseCoding(event.headers["accept-encoding"]);
  if (!asset || !coding) return { statusCode: 200, headers, body: content.text };
  asset.encoded[coding] ??= encode(content.text, coding);
  return {
    statusCode: 200,
    headers: { ...headers, "content-encoding": coding },
    body: asset.encoded[coding].toString("base64"),
    isBase64Encoded: true,
  };
}
