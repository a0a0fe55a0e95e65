import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { log } from "../log.ts";
import type { ApiEvent } from "./event.ts";

/** Logs each request in one line, and gives the response the id that the line carries. */
export function requestLog(): MiddlewareObj<ApiEvent, APIGatewayProxyStructuredResultV2> {
  const startTimes = new WeakMap<ApiEvent, number>();

  const finish: MiddlewareObj<ApiEvent, APIGatewayProxyStructuredResultV2>["after"] = (request) => {
    const { event, response } = request;
    const { requestContext, routeKey, reseller_uuid, ignored_parameters } = event;
    if (!response) return;
    const startedAt = startTimes.get(event) ?? performance.now();
    response.headers = { ...response.headers, "x-request-id": requestContext.requestId };
    log("info", "request", {
      request_id: requestContext.requestId,
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
