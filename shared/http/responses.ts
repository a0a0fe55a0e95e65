import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { PageMeta } from "./envelopes.ts";

/**
 * @file Responses of the API. `fetched`, `created`, `updated` and `deleted` make the envelopes of
 * section 4.1 of the specification; `kind` is the resource's name, as in "Website".
 */

/** A JSON response of the API. Nothing of it may be kept by a cache on the way: it is the reseller's own. */
export function jsonResponse(
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify(body),
  };
}

/** An answer that was given before. */
export class Replayed<Answer> {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

export function fetched<Resource>(data: Resource) {
  return { data };
}

export function created<Resource>(kind: string, data: Resource) {
  return { message: `${kind} created`, success: true as const, data };
}

export function updated<Resource>(kind: string, data: Resource) {
  return { message: `${kind} updated`, success: true as const, data };
}

/** What was done, where that is neither a creation nor an update. */
export function done<Resource>(message: string, data: Resource) {
  return { message, success: true as const, data };
}

export function deleted(kind: string) {
  return { success: true as const, message: `${kind} deleted` };
}

/** API Gateway has room for 10,240 bytes of headers, and each URL has the whole query of the request. */
const MAX_LENGTH = 4000;

/** The `Link` header of a page (RFC 8288): the URLs of its `meta`. None where they are too long. */
export function linkHeader(answer: unknown): Record<string, string> {
  const { meta } = answer as { meta?: PageMeta };
  if (!meta) return {};
  const urls = {
    first: meta.first_page_url,
    prev: meta.prev_page_url,
    next: meta.next_page_url,
    last: meta.last_page_url,
  };
  const link = Object.entries(urls)
    .filter(([, url]) => url !== null)
    .map(([relation, url]) => `<${url}>; rel="${relation}"`)
    .join(", ");
  return link.length > MAX_LENGTH ? {} : { link };
}

/**
 * How many bytes a part of an answer takes of the 6 MB that a function may return: its JSON is a
 * string within the function's own, so that each quotation mark and backslash is escaped once more.
 */
export function answerBytes(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(part))) - '""'.length;
}
