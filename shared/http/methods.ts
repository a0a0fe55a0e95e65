import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorResponses, plainError } from "./errorResponses.ts";
import type { ApiEvent, ApiHandler } from "./event.ts";
import { requestLog } from "./requestLog.ts";
import { withHead } from "./routes.ts";
import { transfer } from "./transfer.ts";

/**
 * API Gateway has one route for all methods of a path, `ANY /v1/users`, or none but `$default`. Hands the requests of
 * these routes to the handler, with their own route key (`GET /v1/users`). Answers OPTIONS, other methods (405) and unknown
 * paths (404) itself, without a key.
 */
export function withMethods(routes: readonly string[], handler: ApiHandler): ApiHandler {
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
    return methodsOf.get(path)?.includes(method) ? handler(own, context) : refuse(own, context);
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
