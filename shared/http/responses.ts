/**
 * @file Responses of the API. `fetched`, `created`, `updated` and `deleted` make the envelopes of
 * section 4.1 of the specification; `kind` is the resource's name, as in "Website".
 */

import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

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
