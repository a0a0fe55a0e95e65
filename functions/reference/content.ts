import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { ApiEvent } from "../../shared/http/event.ts";

/** What is answered to anyone, in whichever coding the client takes. */
export interface Content {
  type: string;
  text: string;
  headers?: Record<string, string>;
  /** Of what never changes under its path: the path's last segment, and its bytes by coding. */
  asset?: { name: string; encoded: Partial<Record<Coding, Buffer>> };
}

const MAX_AGE_SECONDS = 300;
const YEAR_SECONDS = 365 * 24 * 3600;
// Of 0 to 11: what is compressed for each request takes milliseconds, at nearly the best size.
const BROTLI_QUALITY = 5;

const codings = {
  br: (text: string) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text: string) => gzipSync(text),
};

type Coding = keyof typeof codings;

/** Answers a content, or 304 to who has it, with a strong ETag for each coding (RFC 9110, 8.8.3.3). */
export function answerContent(
  event: ApiEvent,
  content: Content,
): APIGatewayProxyStructuredResultV2 {
  const { type, asset, headers: own } = content;
  const coding = findCoding(event.headers["accept-encoding"]);
  const hash = asset?.name ?? createHash("sha256").update(content.text).digest("base64url");
  const etag = `"${coding ? `${hash}-${coding}` : hash}"`;
  const headers = {
    etag,
    "cache-control": asset
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : `public, max-age=${MAX_AGE_SECONDS}`,
    // The address in it is the one that was asked.
    vary: "accept-encoding, host",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...own,
  };
  if (isKnown(event.headers["if-none-match"], etag)) return { statusCode: 304, headers };
  const answer = { statusCode: 200, headers: { "content-type": type, ...headers } };
  if (!coding) return { ...answer, body: content.text };
  const encoded = asset?.encoded ?? {};
  encoded[coding] ??= codings[coding](content.text);
  return {
    ...answer,
    headers: { ...answer.headers, "content-encoding": coding },
    body: encoded[coding].toString("base64"),
    isBase64Encoded: true,
  };
}

/** The best coding that a client takes (RFC 9110, 12.5.3); a weight of zero refuses one. */
function findCoding(acceptEncoding = ""): Coding | undefined {
  const accepted = acceptEncoding.split(",").filter((each) => {
    const weight = each.split("q=")[1];
    return weight === undefined || Number(weight) > 0;
  });
  const names = new Set(accepted.map((each) => each.split(";")[0]?.trim().toLowerCase()));
  return (["br", "gzip"] as const).find((coding) => names.has(coding));
}

/** RFC 9110, 13.1.2: any of a list, compared weakly, as proxies that compress make tags weak. */
function isKnown(ifNoneMatch = "", etag: string): boolean {
  return ifNoneMatch.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
}
