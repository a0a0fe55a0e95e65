import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { isUnavailable } from "../platform/awsClient.ts";
import {
  BodyMalformed,
  BodyNotJson,
  BodyTooLarge,
  Forbidden,
  NotAuthenticated,
  Overloaded,
  RecordNotFound,
  RequestUnderWay,
  TooBusy,
  TooManyRequests,
  ValidationFailed,
} from "../platform/errors.ts";
import { describeError, log } from "../platform/log.ts";
import { countFailedCall } from "../platform/metrics.ts";
import { jsonResponse } from "./responses.ts";

/** Maps every error to its documented response. Errors get their status only here. */
export function errorResponses(): MiddlewareObj<unknown, APIGatewayProxyStructuredResultV2> {
  return {
    onError: (request) => {
      request.response = errorResponse(request.error);
    },
  };
}

const SOON = { "retry-after": "1" };

/** Errors whose message is for the client, with their statuses. */
const statuses = [
  [BodyMalformed, 400],
  [Forbidden, 403],
  [RecordNotFound, 404],
  [BodyTooLarge, 413],
  [BodyNotJson, 415],
] as const;

/** The response for an error; an unforeseen one is logged, and becomes a 500. */
export function errorResponse(error: unknown): APIGatewayProxyStructuredResultV2 {
  if (error instanceof ValidationFailed) {
    return jsonResponse(422, { success: false, message: "error", errors: error.errors });
  }
  if (error instanceof NotAuthenticated) {
    return plainError(401, "Authentication is required to continue");
  }
  for (const [kind, status] of statuses) {
    if (error instanceof kind) return plainError(status, error.message);
  }
  if (error instanceof TooBusy) {
    return plainError(429, "Too many changes at once, try again", SOON);
  }
  if (error instanceof TooManyRequests) {
    return plainError(429, error.message, { "retry-after": String(error.retryAfterSeconds) });
  }
  if (error instanceof RequestUnderWay) return plainError(409, error.message, SOON);
  if (error instanceof Overloaded || isUnavailable(error)) {
    log("warn", "an AWS service is throttled, slow or unavailable", describeError(error));
    return plainError(503, "The service is busy, try again", SOON);
  }
  log("error", "unforeseen error", describeError(error));
  countFailedCall();
  return plainError(500, "Internal server error");
}

/** The error body of section 7 of the specification: `{code, message}`. */
export function plainError(code: number, message: string, headers?: Record<string, string>) {
  return jsonResponse(code, { code, message }, headers);
}
