import type { IncomingMessage } from "node:http";
import type { Invoke } from "../functions.ts";
import {
  type ApiResponse,
  buildEvent,
  decode,
  gatewayMessage,
  internalError,
  type Match,
  readResult,
} from "./payload.ts";

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const MAX_BODY_BYTES = 10 * 1024 * 1024;

interface GatewayOptions {
  /** Route key to function name. */
  routes: Readonly<Record<string, string>>;
  invoke: Invoke;
}

/** Answers requests as an HTTP API does, with the functions behind its routes. */
export function createGateway({ routes, invoke }: GatewayOptions) {
  const router = createRouter(Object.keys(routes));

  return async (request: IncomingMessage): Promise<ApiResponse> => {
    const body = await readBody(request);
    if (body === "too large") return gatewayMessage(413, "Request Entity Too Large");
    const { method = "GET", url = "/" } = request;
    const [path = "/", ...query] = url.split("?");
    const match = router(path);
    const functionName = routes[match.routeKey];
    if (functionName === undefined) return gatewayMessage(404, "Not Found");

    const sourceIp = request.socket.remoteAddress ?? "127.0.0.1";
    const event = buildEvent({
      ...{ match, method, path, query: query.join("?"), headers: readHeaders(request) },
      ...{ body, sourceIp },
    });
    try {
      return readResult(await invoke(functionName, event));
    } catch (error) {
      console.error(`${functionName} failed:`, error);
      return internalError();
    }
  };
}

/**
 * An empty body counts as none. A body that is too large is read to its end, so that the client gets
 * the 413.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined | "too large"> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > MAX_BODY_BYTES) return "too large";
  return size === 0 ? undefined : Buffer.concat(chunks);
}

function readHeaders(request: IncomingMessage): Record<string, string> {
  const headers = Object.entries(request.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(","),
  ]);
  return { ...Object.fromEntries(headers), "x-forwarded-proto": "http" };
}

/**
 * Finds the route of a path as an HTTP API does: a literal segment before a parameter, and `$default` for everything
 * else. The stack's routes take all methods: `ANY /v1/users/{user_uuid}`.
 */
function createRouter(routeKeys: readonly string[]): (path: string) => Match {
  const routes = routeKeys
    .filter((routeKey) => routeKey !== "$default")
    .map((routeKey) => ({ routeKey, pattern: routeKey.replace("ANY ", "").split("/") }))
    .sort((one, other) => countParameters(one.pattern) - countParameters(other.pattern));
  return (path) => {
    for (const { routeKey, pattern } of routes) {
      const pathParameters = matchSegments(pattern, path.split("/"));
      if (pathParameters) return { routeKey, pathParameters };
    }
    return { routeKey: "$default", pathParameters: {} };
  };
}

function matchSegments(pattern: string[], segments: string[]) {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const segment = decode(segments[index] ?? "");
    if (isParameter(wanted) && segment !== "") parameters[wanted.slice(1, -1)] = segment;
    else if (segment !== wanted) return undefined;
  }
  return parameters;
}

const isParameter = (segment: string) => segment.startsWith("{");
const countParameters = (pattern: string[]) => pattern.filter(isParameter).length;
