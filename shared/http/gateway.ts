import type { MiddlewareObj } from "@middy/core";
import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { log, withLogFields } from "../platform/log.ts";
import { errorResponses, plainError } from "./errorResponses.ts";
import type { ApiEvent, ApiHandler } from "./event.ts";
import { withHead } from "./routes.ts";
import { transfer } from "./transfer.ts";

/**
 * API Gateway has one route for all methods of a path, `ANY /v1/users`, or none but `$default`. Hands the requests of
 * these routes to the handler, with their own route key (`GET /v1/users`). Answers OPTIONS, other methods (405) and unknown
 * paths (404) itself, without a key. All log lines of a request have its id (`x-request-id`) and Lambda's id.
 */
export function gatewayHandler(routes: readonly string[], handler: ApiHandler): ApiHandler {
  const methodsOf = methodsByPath(routes);
  const refuse = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(requestLog())
    .use(transfer())
    .use(errorResponses())
    .handler(async (event: ApiEvent) => {
      const methods = methodsOf.get(pathOf(event, methodsOf));
      if (!methods) return plainError(404, "There is nothing at this path");
      const allow = [...methods, "OPTIONS"].join(", ");
      // RFC 9110, 9.3.7
      if (event.requestContext.http.method === "OPTIONS")
        return { statusCode: 204, headers: { allow, "cache-control": "no-store" } };
      return plainError(405, "The path does not take this method", { allow });
    });

  return (event, context) => {
    const path = pathOf(event, methodsOf);
    const { method } = event.requestContext.http;
    const own = { ...event, routeKey: `${method} ${path}` };
    const answer = methodsOf.get(path)?.includes(method) ? handler : refuse;
    const { requestId: request_id } = event.requestContext;
    const ids = { request_id, lambda_request_id: context.awsRequestId };
    return withLogFields(ids, () => answer(own, context));
  };
}

/** The path of the request's route, such as `/v1/users/{user_uuid}`; `$default` for one that is not known. */
function pathOf({ routeKey, rawPath }: ApiEvent, paths: ReadonlyMap<string, unknown>): string {
  if (routeKey === "$default" && paths.has(rawPath)) return rawPath;
  return routeKey.slice(routeKey.indexOf(" ") + 1);
}

function methodsByPath(routes: readonly string[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const route of withHead(routes)) {
    const [method = "", path = ""] = route.split(" ");
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
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
