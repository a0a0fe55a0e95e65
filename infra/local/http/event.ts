import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { decode, type Match } from "./router.ts";

/** A request as it came over the wire, and the route it matched. */
export interface ApiRequest {
  match: Match;
  method: string;
  /** Path and query string as sent, still percent-encoded, without the question mark. */
  path: string;
  query: string;
  /** Names in lower case, repeated headers joined by commas. */
  headers: Record<string, string>;
  body?: Buffer | undefined;
  sourceIp: string;
}

/**
 * The event that an HTTP API hands to a Lambda function, payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function buildEvent(request: ApiRequest): APIGatewayProxyEventV2 {
  const { match, method, query, body, sourceIp } = request;
  const { cookie, ...headers } = request.headers;
  const { pathParameters, routeKey } = match;
  // API Gateway decodes the path first and looks for the query string then.
  const path = decode(request.path).split("?")[0] ?? "";
  const binary = body !== undefined && !isText(headers);
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split(/; */) }),
    headers,
    ...(query !== "" && { queryStringParameters: parseQuery(query) }),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: headers["host"] ?? "localhost",
      domainPrefix: headers["host"]?.split(".")[0] ?? "localhost",
      http: {
        method,
        path,
        protocol: "HTTP/1.1",
        sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: formatTime(now),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(body !== undefined && { body: body.toString(binary ? "base64" : "utf8") }),
    isBase64Encoded: binary,
  };
}

function parseQuery(query: string): Record<string, string> {
  const parameters: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    parameters[name] = [...(parameters[name] ?? []), value];
  }
  return Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [name, values.join(",")]),
  );
}

// What an HTTP API passes on as text; everything else, also without a type, is base64.
const TEXT_TYPES = /^\s*(text\/|application\/(json|javascript|xml|[^;]*\+(json|xml))\s*(;|$))/i;

function isText(headers: Record<string, string>) {
  return TEXT_TYPES.test(headers["content-type"] ?? "") && !headers["content-encoding"];
}

/** Like `12/Mar/2026:19:03:58 +0000`. */
function formatTime(date: Date) {
  const [, day, month, year, time] = date.toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
