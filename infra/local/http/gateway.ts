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

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 10_240;
const INTEGRATION_TIMEOUT_MS = 30_000;

interface GatewayOptions {
  /** Route key to function name. */
  routes: Map<string, string>;
  invoke(functionName: string, event: unknown): Promise<unknown>;
  timeoutMs?: number;
}

/** Answers requests as an HTTP API does, with the functions behind its routes. */
export function createGateway({
  routes,
  invoke,
  timeoutMs = INTEGRATION_TIMEOUT_MS,
}: GatewayOptions) {
  const router = createRouter([...routes.keys()]);

  return async (request: IncomingMessage): Promise<ApiResponse> => {
    if (countHeaderBytes(request) > MAX_HEADER_BYTES) {
      return gatewayMessage(431, "Request Header Fields Too Large");
    }
    const body = await readBody(request);
    if (body === "too large") return tooLarge();
    const { method = "GET" } = request;
    const { path, query } = splitTarget(request.url ?? "/");
    const match = router(method, path);
    const functionName = match && routes.get(match.routeKey);
    if (!match || !functionName) return gatewayMessage(404, "Not Found");

    const sourceIp = request.socket.remoteAddress ?? "127.0.0.1";
    const headers = readHeaders(request, sourceIp);
    const event = buildEvent({ match, method, path, query, headers, body, sourceIp });
    // Base64 and JSON's escapes make an event larger than its request.
    if (exceedsLambda(event)) return tooLarge();
    const answer = invoke(functionName, event).then(readResult, (error) => {
      console.error(`${functionName} failed:`, error);
      return internalError();
    });
    return withTimeout(answer, timeoutMs);
  };
}

function tooLarge() {
  return gatewayMessage(413, "Request Entity Too Large");
}

function unavailable(): ApiResponse {
  const response = gatewayMessage(503, "Service Unavailable");
  return { ...response, headers: { ...response.headers, "retry-after": "1" } };
}

async function withTimeout(answer: Promise<ApiResponse>, timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ApiResponse>((resolve) => {
    timer = setTimeout(() => resolve(unavailable()), timeoutMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
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

type Router = (method: string, path: string) => Match | undefined;

interface Route {
  routeKey: string;
  method: string;
  segments: string[];
}

/**
 * Finds the route of a request as an HTTP API does: a literal segment before a parameter, the
 * method before ANY, and `$default`, where there is one, for everything else.
 */
function createRouter(routeKeys: readonly string[]): Router {
  const routes = routeKeys.filter((key) => key !== "$default").map(parseRouteKey);
  routes.sort((a, b) => countParameters(a) - countParameters(b) || anyLast(a) - anyLast(b));
  const fallback = routeKeys.includes("$default")
    ? { routeKey: "$default", pathParameters: {} }
    : undefined;

  return (method, path) => {
    const segments = path.split("/");
    for (const route of routes) {
      if (route.method !== "ANY" && route.method !== method) continue;
      const pathParameters = matchSegments(route.segments, segments);
      if (pathParameters) return { routeKey: route.routeKey, pathParameters };
    }
    return fallback;
  };
}

function parseRouteKey(routeKey: string): Route {
  const [method = "", path = ""] = routeKey.split(" ");
  return { routeKey, method, segments: path.split("/") };
}

function matchSegments(pattern: string[], segments: string[]) {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const given = decode(segments[index] ?? "");
    if (!isParameter(wanted)) {
      if (given !== wanted) return undefined;
    } else if (given === "") return undefined;
    else parameters[wanted.slice(1, -1)] = given;
  }
  return parameters;
}

const isParameter = (segment: string) => segment.startsWith("{");
const countParameters = (route: Route) => route.segments.filter(isParameter).length;
const anyLast = (route: Route) => (route.method === "ANY" ? 1 : 0);
