import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { ApiEvent } from "./event.ts";

type Middleware = MiddlewareObj<ApiEvent, APIGatewayProxyStructuredResultV2>;

/** Says with each answer until when its key is accepted, where that ends: as an old one's does after a rotation. */
export function keyExpiry(): Middleware {
  const tell: Middleware["after"] = ({ event, response }) => {
    const expires_at = event.api_key?.expires_at;
    if (!response || expires_at === undefined) return;
    response.headers = { ...response.headers, "x-api-key-expires-at": expires_at };
  };
  return { after: tell, onError: tell };
}
