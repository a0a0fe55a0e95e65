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

/** The response for an error; an unforeseen one is logged, and becomes a 500. */
export function errorResponse(error: unknown): APIGatewayProxyStructuredResultV2 {
  if (error instanceof ValidationFailed) {
    return jsonResponse(422, { success: false, message: "error", errors: error.errors });
  }
  if (error instanceof NotAuthenticated) {
    return plainError(401, "Authentication is required to continue");
  }
  if (error instanceof Forbidden) return plainError(403, error.message);
  if (error instanceof RecordNotFound) return plainError(404, error.message);
  if (error instanceof BodyMalformed) return plainError(400, error.message);
  if (error instanceof BodyTooLarge) return plainError(413, error.message);
  if (error instanceof BodyNotJson) return plainError(415, error.message);
  if (error instanceof TooBusy) {
    return plainError(429, "Too many changes at once, try again", { "retry-after": "1" });
  }
  if (error instanceof TooManyRequests) {
    return plainError(429, error.message, { "retry-after": String(error.retryAfterSeconds) });
  }
  if (error instanceof RequestUnderWay) {
    return plainError(409, error.message, { "retry-after": String(error.retryAfterSeconds) });
  }
  if (error instanceof Overloaded || isUnavailable(error)) {
    log("warn", "an AWS service is throttled, slow or unavailable", describeError(error));
    const { retryAfterSeconds = 1 } = error instanceof Overloaded ? error : {};
    const headers = { "retry-after": String(retryAfterSeconds) };
    return plainError(503, "The service is busy, try again", headers);
  }
  log("error", "unforeseen error", describeError(error));
  countFailedCall();
  return plainError(500, "Internal server error");
}

/** The error body of section 7 of the specification: `{code, message}`. */
export function plainError(code: number, message: string, headers?: Record<string, string>) {
  return jsonResponse(code, { code, message }, headers);
}
