import type { MiddlewareObj } from "@middy/core";
import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { unknownParameters } from "../fields/validationErrors.ts";
import { Overloaded } from "../platform/errors.ts";
import { addLogFields } from "../platform/log.ts";
import { endingBy } from "../platform/table/deadline.ts";
import { warmUp } from "../platform/table/entity.ts";
import { type Actor, actingAs } from "../vocabulary/actor.ts";
import { authenticate, authorize } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { type ApiEvent, addHeaders } from "./event.ts";
import { gatewayHandler } from "./gateway.ts";
import { jsonBody } from "./jsonBody.ts";
import { rateLimit } from "./rateLimit.ts";
import { jsonResponse, Replayed } from "./responses.ts";
import { type ApiFunctionName, routesOf } from "./routes.ts";

/** Time before the function's end at which requests to the table are given up: enough to answer 503, also on a busy machine. */
const GIVE_UP_MS = 3000;
/** The same for everything else that an endpoint waits for. */
const LAST_WORD_MS = 1500;

function giveUp(): never {
  throw new Overloaded("The request takes too long");
}

/**
 * Makes the Lambda handler of a function of the API from the modules with the endpoints of its routes.
 */
export function apiFunction(name: ApiFunctionName, modules: readonly object[]) {
  void warmUp();
  const listed = modules.flatMap((each): unknown[] => Object.values(each)).filter(isEndpoint);
  const endpoints = new Map<string, Endpoint>(listed.map((each) => [each.route, each]));
  const routes = routesOf(name);
  if (endpoints.size !== routes.length || !routes.every((route) => endpoints.has(route))) {
    throw new Error(`The endpoints of ${name} are not those of its routes`);
  }
  const endpointOf = ({ routeKey }: ApiEvent) => endpoints.get(routeKey);
  const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>({
    timeoutEarlyInMillis: LAST_WORD_MS,
    timeoutEarlyResponse: giveUp,
  })
    .use(authenticate())
    .use(ignoredParameters(endpointOf))
    .use(authorize(endpointOf))
    .use(rateLimit())
    .use(jsonBody((event) => endpointOf(event)?.body !== undefined))
    .handler(async (event: ApiEvent) => {
      const endpoint = endpointOf(event);
      if (!endpoint) throw new Error(`The route ${event.routeKey} has no endpoint`);
      const answer = await actingAs(actorOf(event), () => endpoint.answer(event));
      if (answer instanceof Replayed) {
        return jsonResponse(200, answer.answer, { "idempotent-replayed": "true" });
      }
      return jsonResponse(200, answer);
    });
  const own = gatewayHandler(routes, (event, context) =>
    endingBy(endOf(context), () => handler(event, context)),
  );
  return Object.assign(own, { endpoints });
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "route" in value;
}

/** The key of a request, and where the request comes from. */
function actorOf({ api_key, requestContext }: ApiEvent): Actor {
  const { http, requestId: request_id } = requestContext;
  const { uuid, name } = api_key ?? {};
  return { type: "key", uuid, name, ip: http.sourceIp, user_agent: http.userAgent, request_id };
}

/** When a request is given up, in milliseconds since 1970: also its key, its limit and its answer wait for the table. */
function endOf(context: Partial<Context>): number {
  const remaining = context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
  return Date.now() + remaining - GIVE_UP_MS;
}

/** API Gateway allows 10,240 bytes of headers. */
const MAX_LENGTH = 1000;

/**
 * Lists unknown query parameters in the header `x-ignored-parameters` and in the log. Comes after `authenticate`: all
 * requests without a valid key get the same answer.
 */
function ignoredParameters(
  endpointOf: (event: ApiEvent) => Endpoint | undefined,
): MiddlewareObj<ApiEvent> {
  return {
    before: ({ event }) => {
      const ignored = unknownParameters(endpointOf(event)?.query, event.queryStringParameters);
      if (ignored.length === 0) return;
      const names = joinNames(ignored);
      addHeaders(event, { "x-ignored-parameters": names });
      addLogFields({ ignored_parameters: names });
    },
  };
}

/** Joins percent-encoded names, so that none can break the header. */
function joinNames(names: string[]): string {
  const text = names.map((name) => encodeURIComponent(name.toWellFormed())).join(", ");
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}...`;
}
