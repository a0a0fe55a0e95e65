import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { ApiKeyRecord } from "../entities/apiKey.ts";

/** An HTTP API event (payload format 2.0), and what the middleware adds to it on the way. */
export interface ApiEvent extends Omit<APIGatewayProxyEventV2, "body"> {
  /** Whose key the request carries; set by `authenticate`. */
  reseller_uuid?: string;
  /** That key, as it was up to ten seconds ago; set by `authenticate`. */
  api_key?: ApiKeyRecord;
  /** Headers that the answer has, whatever it is. */
  answer_headers?: Record<string, string>;
  /** The text of the body; its JSON once `jsonBody` has read it. */
  body?: unknown;
  /** The query parameters that the endpoint does not know, as a header says them. */
  ignored_parameters?: string;
  /** The text of the body that `jsonBody` has read. */
  text?: string;
}

/** Scheme and host that a request was sent to: `https://api.example.com`. */
export function originOf({ headers, requestContext }: ApiEvent): string {
  const scheme = headers["x-forwarded-proto"] === "http" ? "http" : "https";
  return `${scheme}://${requestContext.domainName}`;
}
