import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { log, withLogFields } from "../platform/log.ts";
import type { ApiEvent, ApiHandler } from "./event.ts";

/** Adds the request's id (`x-request-id`) and Lambda's id to all log lines of a handler. */
export function withRequestId(handler: ApiHandler): ApiHandler {
  return (event, context) => {
    const { requestId: request_id } = event.requestContext;
    const ids = { request_id, lambda_request_id: context.awsRequestId };
    return withLogFields(ids, () => handler(event, context));
  };
}

/** Logs each request in one line and adds the line's request id to the response. */
export function requestLog(): MiddlewareObj<ApiEvent, APIGatewayProxyStructuredResultV2> {
  const startTimes = new WeakMap<ApiEvent, number>();

  const finish: MiddlewareObj<ApiEvent, APIGatewayProxyStructuredResultV2>["after"] = (request) => {
    const { event, response } = request;
    const { requestContext, routeKey, reseller_uuid, ignored_parameters } = event;
    if (!response) return;
    const startedAt = startTimes.get(event) ?? performance.now();
    response.headers = { ...response.headers, "x-request-id": requestContext.requestId };
    log("info", "request", {
      route: routeKey,
      status: response.statusCode,
      duration_ms: Math.round(performance.now() - startedAt),
      reseller_uuid,
      ignored_parameters,
    });
  };

  return {
    before: ({ event }) => {
      startTimes.set(event, performance.now());
    },
    after: finish,
    onError: finish,
  };
}
