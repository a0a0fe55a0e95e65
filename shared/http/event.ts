import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { ApiKeyRecord } from "../entities/apiKey.ts";

/** An HTTP API event (payload format 2.0) with what the middleware adds to it. */
export interface ApiEvent extends Omit<APIGatewayProxyEventV2, "body"> {
  /** The reseller whose key the request carries; set by `authenticate`. */
  reseller_uuid?: string;
  /** That key, at most ten seconds old; set by `authenticate`. */
  api_key?: ApiKeyRecord;
  /** Headers of the answer, error or not. */
  answer_headers?: Record<string, string>;
  /** The text of the body; its parsed JSON after `jsonBody`. */
  body?: unknown;
  /** The query parameters that the endpoint does not know, as they stand in the header. */
  ignored_parameters?: string;
  /** The text of the body that `jsonBody` has read. */
  text?: string;
}

/** Scheme and host that a request was sent to: `https://api.example.com`. */
export function originOf({ headers, requestContext }: ApiEvent): string {
  const scheme = headers["x-forwarded-proto"] === "http" ? "http" : "https";
  return `${scheme}://${requestContext.domainName}`;
}
