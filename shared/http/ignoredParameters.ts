import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import type { ApiEvent } from "./event.ts";

type Middleware = MiddlewareObj<ApiEvent, APIGatewayProxyStructuredResultV2>;

/** API Gateway has room for 10,240 bytes of headers. */
const MAX_LENGTH = 1000;

/** Names the query parameters that the endpoint does not know in `x-ignored-parameters`, and in the log. */
export function ignoredParameters(queryOf: (routeKey: string) => Endpoint["query"]): Middleware {
  const tell: Middleware["after"] = ({ event, response }) => {
    const { ignored_parameters, reseller_uuid } = event;
    // Who has no key gets the same answer to everything.
    if (!response || ignored_parameters === undefined || reseller_uuid === undefined) return;
    response.headers = { ...response.headers, "x-ignored-parameters": ignored_parameters };
  };

  return {
    before: ({ event }) => {
      if (event.queryStringParameters === undefined) return;
      const query = queryOf(event.routeKey) as z.ZodMiniObject | undefined;
      const known = Object.keys(query?.def.shape ?? {});
      const ignored = Object.keys(event.queryStringParameters).filter(
        (name) => !known.includes(name),
      );
      if (ignored.length > 0) event.ignored_parameters = joinNames(ignored);
    },
    after: tell,
    onError: tell,
  };
}

/** Percent-encoded, so that a name can't end the header or be two; `...` stands for what has no room. */
function joinNames(names: string[]): string {
  let text = "";
  for (const name of names) {
    const next = [text, encodeURIComponent(name.toWellFormed())].filter(Boolean).join(", ");
    if (next.length > MAX_LENGTH) return text ? `${text}, ...` : "...";
    text = next;
  }
  return text;
}
