import { randomUUID } from "node:crypto";
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from "aws-lambda";
import { entryOf } from "../../infra/function/entries.ts";
import { apiFunctionNames, gatewayRoutes, routesOf } from "../../shared/http/routes.ts";
import { assertDocumented } from "./contract.ts";

/** A request as a test describes it; the rest of the event is what API Gateway would send. */
export interface TestRequest {
  key?: string;
  query?: Record<string, string>;
  /** The identifier in the path, or several by name. */
  uuid?: string | Record<string, string>;
  /** Sent as JSON. A string is sent as it is, a Buffer as base64, like API Gateway does. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The client's address; default: 127.0.0.1. */
  sourceIp?: string;
}

export interface TestResponse {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert whole bodies of every shape
  body: any;
}

type Handler = (event: unknown, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** Calls a route's real handler: `call("GET /v1/websites/{website_uuid}", {key, uuid})`. */
export async function call(route: string, request: TestRequest = {}): Promise<TestResponse> {
  const response = await callRaw(route, request);
  return {
    status: response.statusCode ?? 200,
    headers: response.headers ?? {},
    body: JSON.parse(response.body ?? "null"),
  };
}

/**
 * Like `call`, for the response as the handler returns it to API Gateway. Throws unless the API's
 * description has it.
 */
export async function callRaw(route: string, request: TestRequest = {}) {
  const handler = await handlerOf(route);
  const response = await handler(eventFor(route, request), {} as Context);
  assertDocumented(route, response);
  return response;
}

/**
 * The response as text, for comparing all bytes that a client gets except the request's id.
 */
export async function callForBytes(route: string, request: TestRequest = {}): Promise<string> {
  const { headers, ...response } = await callRaw(route, request);
  return JSON.stringify({ ...response, headers: { ...headers, "x-request-id": "" } });
}

const handlers = new Map<string, Handler>();

/** The handler of the function that has the path of a route. */
export async function handlerOf(route: string): Promise<Handler> {
  const [own = ""] = gatewayRoutes([route]);
  const folder =
    apiFunctionNames.find((each) => gatewayRoutes(routesOf(each)).includes(own)) ?? "open";
  const handler = handlers.get(folder) ?? (await import(entryOf(folder))).handler;
  handlers.set(folder, handler);
  return handler;
}

function textOf(body: unknown): string {
  if (Buffer.isBuffer(body)) return body.toString("base64");
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** The event (payload format 2.0) that API Gateway makes of a request. */
export function eventFor(route: string, request: TestRequest = {}): APIGatewayProxyEventV2 {
  const [method = "", pattern = ""] = route.split(" ");
  const { key, query, body, uuid = "", sourceIp = "127.0.0.1" } = request;
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pathParameters = Object.fromEntries(
    names.map((name) => [name, typeof uuid === "string" ? uuid : (uuid[name] ?? "")]),
  );
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => pathParameters[name] ?? "");
  const [routeKey = "$default"] = gatewayRoutes([route]);
  const hasBody = body !== undefined;
  const isBase64Encoded = Buffer.isBuffer(body);
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      host: "api.example.com",
      "x-forwarded-proto": "https",
      ...(key === undefined ? {} : { "api-key": key }),
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...request.headers,
    },
    ...(query ? { queryStringParameters: query } : {}),
    ...(names.length > 0 ? { pathParameters } : {}),
    ...(hasBody ? { body: textOf(body) } : {}),
    isBase64Encoded,
    requestContext: {
      accountId: "123456789012",
      apiId: "api",
      domainName: "api.example.com",
      domainPrefix: "api",
      http: { method, path, protocol: "HTTP/1.1", sourceIp, userAgent: "test" },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: "20/Nov/2026:12:00:00 +0000",
      timeEpoch: Date.now(),
    },
  };
}
