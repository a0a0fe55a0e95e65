import type { IncomingMessage } from "node:http";
import {
  type ApiResponse,
  buildEvent,
  decode,
  exceedsLambda,
  gatewayMessage,
  internalError,
  type Match,
  readResult,
} from "./payload.ts";
import { Turns } from "./turns.ts";

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 10_240;

interface GatewayOptions {
  /** Route key to function name. */
  routes: Readonly<Record<string, string>>;
  invoke(functionName: string, event: unknown): Promise<unknown>;
}

/** Answers requests as an HTTP API does, with the functions behind its routes. */
export function createGateway({ routes, invoke }: GatewayOptions) {
  const router = createRouter(Object.keys(routes));
  const turns = new Turns();

  return async (request: IncomingMessage): Promise<ApiResponse> => {
    if (countHeaderBytes(request) > MAX_HEADER_BYTES) {
      return gatewayMessage(431, "Request Header Fields Too Large");
    }
    const body = await readBody(request);
    if (body === "too large") return tooLarge();
    const { method = "GET" } = request;
    const { path, query } = splitTarget(request.url ?? "/");
    const match = router(path);
    const functionName = routes[match.routeKey];
    if (functionName === undefined) return gatewayMessage(404, "Not Found");

    const sourceIp = request.socket.remoteAddress ?? "127.0.0.1";
    const headers = readHeaders(request, sourceIp);
    const event = buildEvent({ match, method, path, query, headers, body, sourceIp });
    // Base64 and JSON's escapes make an event larger than its request.
    if (exceedsLambda(event)) return tooLarge();
    const route = match.routeKey.replace("ANY", method);
    const answer = turns.take(route, headers["api-key"], async () =>
      readResult(await invoke(functionName, event)),
    );
    return await answer.then(
      (response) => response ?? gatewayMessage(503, "Service Unavailable", { "retry-after": "10" }),
      (error) => {
        console.error(`${functionName} failed:`, error);
        return internalError();
      },
    );
  };
}

function tooLarge() {
  return gatewayMessage(413, "Request Entity Too Large");
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

function splitTarget(target: string) {
  // A proxy's request names the whole URL.
  const local = target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = local.indexOf("?");
  if (mark < 0) return { path: local || "/", query: "" };
  return { path: local.slice(0, mark) || "/", query: local.slice(mark + 1) };
}

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "expect"]);

function readHeaders(request: IncomingMessage, sourceIp: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    if (!HOP_BY_HOP.has(name)) headers[name] = values.join(name === "cookie" ? "; " : ",");
  }
  const forwarded = headers["x-forwarded-for"];
  headers["x-forwarded-for"] = forwarded ? `${forwarded}, ${sourceIp}` : sourceIp;
  headers["x-forwarded-port"] = String(request.socket.localPort);
  headers["x-forwarded-proto"] = "http";
  return headers;
}

function countHeaderBytes({ method = "", url = "", rawHeaders }: IncomingMessage) {
  return Buffer.byteLength([method, url, ...rawHeaders].join("\r\n"));
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
