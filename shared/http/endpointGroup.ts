import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { authenticate } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { errorResponses } from "./errorResponses.ts";
import type { ApiEvent } from "./event.ts";
import { jsonBody } from "./jsonBody.ts";
import { requestLog } from "./requestLog.ts";
import { jsonResponse } from "./responses.ts";

/**
 * The Lambda handler of an endpoint group: its routes, by API Gateway's route keys, behind the
 * middleware that all of them share. Errors pass the middleware from the last to the first.
 */
export function endpointGroup(routes: Record<string, Endpoint>) {
  const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(requestLog())
    .use(errorResponses())
    .use(authenticate())
    .use(jsonBody((routeKey) => routes[routeKey]?.takesBody ?? false))
    .handler(async (event: ApiEvent) => {
      const endpoint = routes[event.routeKey];
      if (!endpoint) throw new Error(`The route ${event.routeKey} has no endpoint in this group`);
      return jsonResponse(200, await endpoint.answer(event));
    });
  return Object.assign(handler, { routes: Object.keys(routes) });
}
