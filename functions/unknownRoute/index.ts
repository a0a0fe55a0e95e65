import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorResponses, plainError } from "../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { requestLog } from "../../shared/http/requestLog.ts";
import { referenceRoutes, routeKeys } from "../../shared/routes.ts";

/** The `$default` route: what no other route takes. Needs no key. */
export const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
  .use(requestLog())
  .use(errorResponses())
  .handler(async (event: ApiEvent) => {
    const methods = findMethods([...routeKeys, ...referenceRoutes], event.rawPath);
    if (methods.length === 0) return plainError(404, "There is nothing at this path");
    return plainError(405, "The path does not take this method", { allow: methods.join(", ") });
  });

/** The methods that a path takes, among route keys such as `GET /v1/websites/{website_uuid}`. */
function findMethods(routes: string[], path: string): string[] {
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
