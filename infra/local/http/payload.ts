import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** What a request matched: API Gateway's route key and the path parameters, decoded. */
export interface Match {
  routeKey: string;
  pathParameters: Record<string, string>;
}

/** A request as it came over the wire, and the route it matched. */
interface ApiRequest {
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
 * The event that an HTTP API passes to a Lambda function, payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function buildEvent(request: ApiRequest): APIGatewayProxyEventV2 {
  const { match, method, query, headers, body, sourceIp } = request;
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
    headers,
    ...(query !== "" && { queryStringParameters: parseQuery(query) }),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: headers["host"] ?? "localhost",
      domainPrefix: "localhost",
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
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(body !== undefined && { body: body.toString(binary ? "base64" : "utf8") }),
    isBase64Encoded: binary,
  };
}

/** Decodes percent-encoding; invalid text stays as it was sent. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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

// Content types that an HTTP API passes on as text; everything else is base64, also without a type.
const TEXT_TYPES = /^\s*(text\/|application\/(json|javascript|xml|[^;]*\+(json|xml))\s*(;|$))/i;

function isText(headers: Record<string, string>) {
  return TEXT_TYPES.test(headers["content-type"] ?? "") && !headers["content-encoding"];
}

/** A response of the gateway, ready to be written. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A response that API Gateway makes itself: `{"message": ...}`. */
export function gatewayMessage(status: number, message: string): ApiResponse {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: Buffer.from(JSON.stringify({ message })) };
}

/** The response for a function that failed or returned an invalid response. */
export function internalError(): ApiResponse {
  return gatewayMessage(500, "Internal Server Error");
}

/** Reads what a function returned as an HTTP API reads a payload of format 2.0, without cookies. */
export function readResult(result: unknown): ApiResponse {
  const { statusCode, headers = {}, body, isBase64Encoded } = (result ?? {}) as Returned;
  if (statusCode === undefined) return internalError();
  const all = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status: statusCode,
    headers: { "content-type": "text/plain; charset=utf-8", ...Object.fromEntries(all) },
    body: Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8"),
  };
}

type Returned = Partial<APIGatewayProxyStructuredResultV2>;
