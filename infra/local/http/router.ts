/** What a request matched: API Gateway's route key and the path parameters, decoded. */
export interface Match {
  routeKey: string;
  pathParameters: Record<string, string>;
}

export type Router = (method: string, path: string) => Match | undefined;

interface Route {
  routeKey: string;
  method: string;
  segments: string[];
}

/**
 * Finds the route of a request as an HTTP API does: a literal segment before a parameter, the
 * method before ANY, and `$default`, where there is one, for everything else.
 */
export function createRouter(routeKeys: readonly string[]): Router {
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

/** Decodes percent-encoding; what is not valid stays as it was sent. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
