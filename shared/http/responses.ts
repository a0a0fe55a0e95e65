import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** A JSON response of the API. No cache may store it, because it belongs to one reseller. */
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

/** The answer to an earlier request with the same idempotency key. */
export class Replayed<Answer> {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/**
 * The envelopes of section 4.1 of the specification; `kind` is the resource's name, as in "Website".
 */
export function fetched<Resource>(data: Resource) {
  return { data };
}

export function created<Resource>(kind: string, data: Resource) {
  return { message: `${kind} created`, success: true as const, data };
}

export function updated<Resource>(kind: string, data: Resource) {
  return { message: `${kind} updated`, success: true as const, data };
}

/** The envelope of an action that neither creates nor updates a record. */
export function done<Resource>(message: string, data: Resource) {
  return { message, success: true as const, data };
}

export function deleted(kind: string) {
  return { success: true as const, message: `${kind} deleted` };
}

/**
 * How many of the 6 MB that a function may return a part of an answer takes. The answer's JSON is a
 * string in the function's own JSON, so quotation marks and backslashes are escaped twice.
 */
export function answerBytes(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(part))) - '""'.length;
}
