import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { log } from "../log.ts";
import type { ApiEvent } from "./event.ts";

/** Logs each request in one line, and gives the response the id that the line carries. */
export function requestLog(): MiddlewareObj<ApiEvent, APIGatewayProxyStructuredResultV2> {
  let startedAt = 0;

  const finish: MiddlewareObj<ApiEvent, APIGatewayProxyStructuredResultV2>["after"] = (request) => {
    const { requestContext, routeKey, reseller_uuid } = request.event;
    const { response } = request;
    if (!response) return;
    response.headers = { ...response.headers, "x-request-id": requestContext.requestId };
    log("info", "request", {
      request_id: requestContext.requestId,
      route: routeKey,
      status: response.statusCode,
      duration_ms: Math.round(performance.now() - startedAt),
      reseller_uuid,
    });
  };

  return {
    before: () => {
      startedAt = performance.now();
    },
    after: finish,
    onError: finish,
  };
}
