import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type * as z from "zod/mini";
import { Overloaded } from "../errors.ts";
import { type GroupName, servingRoute } from "../routes.ts";
import { warmUp } from "../table/wire.ts";
import { authenticate, keyExpiry } from "./authenticate.ts";
import { authorize } from "./authorize.ts";
import type { EndpointDescription } from "./description.ts";
import type { Endpoint, PostEndpoint } from "./endpoint.ts";
import { errorResponses } from "./errorResponses.ts";
import type { ApiEvent } from "./event.ts";
import { ignoredParameters } from "./ignoredParameters.ts";
import { jsonBody } from "./jsonBody.ts";
import { rateLimit } from "./rateLimit.ts";
import { requestLog, withRequestId } from "./requestLog.ts";
import { jsonResponse, linkHeader, Replayed } from "./responses.ts";
import { transfer } from "./transfer.ts";

type Described = Readonly<Record<string, EndpointDescription>>;

type EndpointsOf<Descriptions extends Described> = {
  [Route in keyof Descriptions]: EndpointOf<Route, z.output<Descriptions[Route]["response"]>>;
};

/** A POST can be asked for again without being done twice. */
type EndpointOf<Route, Answer> = Route extends `POST ${string}`
  ? PostEndpoint<Answer>
  : Endpoint<Answer>;

/** What is left of a function's time when a request is given up: enough to say so. */
const LAST_WORD_MS = 1000;

function giveUp(): never {
  throw new Overloaded("The request takes too long");
}

/**
 * The Lambda handler of an endpoint group: an endpoint for each of the routes that the group
 * describes, no more and no less, which answers what the description says, behind the middleware
 * that all of them share. Errors pass the middleware from the last to the first.
 */
export function endpointGroup<Descriptions extends Described = never>(
  name: GroupName,
  routes: EndpointsOf<NoInfer<Descriptions>>,
) {
  void warmUp();
  const endpoints = new Map<string, Endpoint>(Object.entries(routes));
  const endpointOf = (routeKey: string) => endpoints.get(servingRoute(routeKey));
  const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>({
    timeoutEarlyInMillis: LAST_WORD_MS,
    timeoutEarlyResponse: giveUp,
  })
    .use(requestLog())
    .use(transfer())
    .use(ignoredParameters((routeKey) => endpointOf(routeKey)?.query))
    .use(keyExpiry())
    .use(errorResponses())
    .use(authenticate())
    .use(rateLimit())
    .use(authorize(endpointOf))
    .use(jsonBody((routeKey) => endpointOf(routeKey)?.body !== undefined))
    .handler(async (event: ApiEvent) => {
      const endpoint = endpointOf(event.routeKey);
      if (!endpoint) throw new Error(`The route ${event.routeKey} has no endpoint in ${name}`);
      const answer = await endpoint.answer(event);
      if (answer instanceof Replayed) {
        return jsonResponse(200, answer.answer, { "idempotent-replayed": "true" });
      }
      return jsonResponse(200, answer, linkHeader(answer));
    });
  return Object.assign(withRequestId(handler), { endpoints });
}
