import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { gatewayRoutes } from "../../shared/routes.ts";
import { buildEvent } from "./http/payload.ts";
import type { Local } from "./local.ts";

export type Callable = Pick<Local, "invoke" | "routes">;

/** Runs a command of the operators' function; throws with its message when it refuses the input. */
export async function runCommand<Result>(
  { invoke }: Callable,
  command: string,
  input: Record<string, unknown>,
): Promise<Result> {
  const response = (await invoke("operators", { command, input })) as
    | { ok: true; result: Result }
    | { ok: false; message: string };
  if (!response.ok) throw new Error(`"${command}": ${response.message}`);
  return response.result;
}

/** Calls the function behind a route with a key, without HTTP. */
export async function callApi(
  { invoke, routes }: Callable,
  key: string,
  event: ShortEvent & { routeKey: string },
) {
  const [route = ""] = gatewayRoutes([event.routeKey]);
  const name = routes.get(route);
  if (!name) throw new Error(`The stack has no route ${event.routeKey}`);
  const result = await invoke(name, completeEvent({ ...event, headers: { "api-key": key } }));
  return result as { statusCode: number; body: string };
}

/** An HTTP API event as written by hand; missing parts get defaults. */
interface ShortEvent extends Partial<Omit<APIGatewayProxyEventV2, "body">> {
  routeKey?: string;
  /** Text as in the whole event, or any JSON. */
  body?: unknown;
}

const HOST = "localhost";

/** Completes a partial event to payload format 2.0. Parts that are given stay unchanged. */
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
