import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { buildEvent } from "./http/event.ts";

/** An HTTP API event as somebody writes it by hand: what is left out is filled in. */
export interface ShortEvent extends Partial<Omit<APIGatewayProxyEventV2, "body">> {
  routeKey?: string;
  /** Text as in the whole event, or any JSON. */
  body?: unknown;
}

const HOST = "localhost";

/** The whole event, payload format 2.0, of which only a part is written. What is written stays. */
export function completeEvent(short: ShortEvent): APIGatewayProxyEventV2 {
  const { body, headers = {}, pathParameters = {}, requestContext, ...rest } = short;
  const { routeKey = "$default" } = short;
  const http: Partial<APIGatewayProxyEventV2["requestContext"]["http"]> =
    requestContext?.http ?? {};
  const [method = "GET", pattern = "/"] = routeKey === "$default" ? [] : routeKey.split(" ");
  const filledIn = pattern.replaceAll(/\{(\w+)\}/g, (parameter, name) =>
    encodeURIComponent(pathParameters[name] ?? parameter),
  );
  const built = buildEvent({
    match: { routeKey, pathParameters: definedIn(pathParameters) },
    method: http.method ?? method,
    path: short.rawPath ?? http.path ?? filledIn,
    query:
      short.rawQueryString ??
      new URLSearchParams(definedIn(short.queryStringParameters ?? {})).toString(),
    headers: {
      host: HOST,
      "x-forwarded-proto": "http",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...lowerCaseNames(definedIn(headers)),
    },
    body: body === undefined ? undefined : Buffer.from(asText(body)),
    sourceIp: "127.0.0.1",
  });
  return {
    ...built,
    ...rest,
    requestContext: {
      ...built.requestContext,
      ...requestContext,
      http: { ...built.requestContext.http, ...http },
    },
  };
}

const asText = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

function definedIn(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function lowerCaseNames(headers: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
