import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from "aws-lambda";
import type { ApiKeyRecord } from "../entities/apiKey.ts";

/** An event of the HTTP API (payload format 2.0) and what the middleware adds to it. */
export interface ApiEvent extends Omit<APIGatewayProxyEventV2, "body"> {
  /** The reseller that owns the request's key; set by `authenticate`. */
  reseller_uuid?: string;
  /** The key's record, at most ten seconds old; set by `authenticate`. */
  api_key?: ApiKeyRecord;
  /** Headers for every answer, errors included (`addHeaders`). */
  answer_headers?: Record<string, string>;
  /** The text of the body; its parsed JSON after `jsonBody`. */
  body?: unknown;
  /** The text of the parsed body; set by `jsonBody`. */
  text?: string;
}

/** The handler of a function that answers requests. */
export type ApiHandler = (
  event: ApiEvent,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Adds headers to the answer, whatever it will be. */
export function addHeaders(event: ApiEvent, headers: Record<string, string>) {
  event.answer_headers = { ...event.answer_headers, ...headers };
}

/** The origin of the API as the client knows it: `https://api.example.com`. */
export function originOf({ headers, requestContext }: ApiEvent): string {
  const scheme = headers["x-forwarded-proto"] === "http" ? "http" : "https";
  return `${scheme}://${requestContext.domainName}`;
}
