import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorResponses, plainError } from "../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { requestLog, withRequestId } from "../../shared/http/requestLog.ts";
import { preflightHeaders, transfer } from "../../shared/http/transfer.ts";
import { openRoutes, routeKeys, withHead } from "../../shared/routes.ts";

const routes = withHead([...routeKeys, ...openRoutes]);

/** The `$default` route: answers OPTIONS and every request that no other route takes. Needs no key. */
export const handler = withRequestId(
  middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(requestLog())
    .use(transfer())
    .use(errorResponses())
    .handler(async (event: ApiEvent) => {
      const methods = findMethods(event.rawPath);
      if (methods.length === 0) return plainError(404, "There is nothing at this path");
      const allow = [...methods, "OPTIONS"].join(", ");
      if (event.requestContext.http.method === "OPTIONS") return answerOptions(event, allow);
      return plainError(405, "The path does not take this method", { allow });
    }),
);

/** Lists the allowed methods (RFC 9110, 9.3.7) and answers CORS preflights of allowed origins. */
function answerOptions(event: ApiEvent, allow: string): APIGatewayProxyStructuredResultV2 {
  const headers = { allow, "cache-control": "no-store", ...preflightHeaders(event, allow) };
  return { statusCode: 204, headers };
}

/** The methods that the route table has for a path. */
function findMethods(path: string): string[] {
  const segments = path.split("/");
  return routes
    .map((route) => route.split(" ", 2) as [method: string, pattern: string])
    .filter(([, pattern]) => matches(pattern.split("/"), segments))
    .map(([method]) => method);
}

function matches(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) =>
      part.startsWith("{") ? segments[index] !== "" : part === segments[index],
    )
  );
}
