import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** A JSON response of the API. Nothing of it may be kept by a cache on the way: it is the reseller's own. */
export function jsonResponse(
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify(body),
  };
}
