import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { log, withLogFields } from "../platform/log.ts";
import { errorResponses, plainError } from "./errorResponses.ts";
import type { ApiEvent, ApiHandler } from "./event.ts";
import { transfer } from "./transfer.ts";

/**
 * API Gateway has one route for all methods of a path, `ANY /v1/users`, or none but `$default`. Has the requests of
 * these routes answered, with their own route key (`GET /v1/users`, also of a HEAD: RFC 9110, 9.3.2). Answers OPTIONS, other
 * methods (405) and unknown paths (404) itself, without a key. Each request is logged in one line; all log lines of a
 * request have its id (`x-request-id`) and Lambda's id.
 */
export function gatewayHandler(routes: readonly string[], answer: ApiHandler): ApiHandler {
  const methodsOf = methodsByPath(routes);
  const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(transfer())
    .use(errorResponses())
    .handler(async (event: ApiEvent, context: Context) => {
      const [method = "", path = ""] = event.routeKey.split(" ");
      const methods = methodsOf.get(path);
      if (!methods) return plainError(404, "There is nothing at this path");
      return methods.includes(method) ? await answer(event, context) : refuse(method, methods);
    });

  return async (event, context) => {
    const path = pathOf(event, methodsOf);
    const { http, requestId: request_id } = event.requestContext;
    const routeKey = `${http.method === "HEAD" ? "GET" : http.method} ${path}`;
    const ids = { request_id, lambda_request_id: context.awsRequestId };
    return await withLogFields(ids, async () => {
      const startedAt = performance.now();
      const response = await handler({ ...event, routeKey }, context);
      const duration_ms = Math.round(performance.now() - startedAt);
      log("info", "request", { route: routeKey, status: response.statusCode, duration_ms });
      return response;
    });
  };
}

/** The answer to a method that a path does not take, and to OPTIONS (RFC 9110, 9.3.7). */
function refuse(method: string, methods: string[]): APIGatewayProxyStructuredResultV2 {
  const allowed = methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each]));
  const allow = [...allowed, "OPTIONS"].join(", ");
  if (method === "OPTIONS") {
    return { statusCode: 204, headers: { allow, "cache-control": "no-store" } };
  }
  return plainError(405, "The path does not take this method", { allow });
}

/** The path of the request's route, such as `/v1/users/{user_uuid}`; `$default` for one that is not known. */
function pathOf({ routeKey, rawPath }: ApiEvent, paths: ReadonlyMap<string, unknown>): string {
  if (routeKey === "$default" && paths.has(rawPath)) return rawPath;
  return routeKey.slice(routeKey.indexOf(" ") + 1);
}

function methodsByPath(routes: readonly string[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const [method = "", path = ""] = route.split(" ");
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}
