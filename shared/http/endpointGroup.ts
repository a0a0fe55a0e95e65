import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { GroupName, RoutesOf } from "../routes.ts";
import { authenticate } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { errorResponses } from "./errorResponses.ts";
import type { ApiEvent } from "./event.ts";
import { jsonBody } from "./jsonBody.ts";
import { requestLog } from "./requestLog.ts";
import { jsonResponse } from "./responses.ts";

/**
 * The Lambda handler of an endpoint group: an endpoint for each of the group's routes in
 * `shared/routes.ts`, no more and no less, behind the middleware that all of them share. Errors pass
 * the middleware from the last to the first.
 */
export function endpointGroup<Name extends GroupName>(
  name: Name,
  routes: Record<RoutesOf<Name>, Endpoint>,
) {
  const endpoints = new Map<string, Endpoint>(Object.entries(routes));
  const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(requestLog())
    .use(errorResponses())
    .use(authenticate())
    .use(jsonBody((routeKey) => endpoints.get(routeKey)?.body !== undefined))
    .handler(async (event: ApiEvent) => {
      const endpoint = endpoints.get(event.routeKey);
      if (!endpoint) throw new Error(`The route ${event.routeKey} has no endpoint in ${name}`);
      return jsonResponse(200, await endpoint.answer(event));
    });
  return Object.assign(handler, { endpoints });
}
