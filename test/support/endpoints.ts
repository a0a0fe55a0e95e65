import type * as z from "zod/mini";
import type { Endpoint } from "../../shared/http/endpoint.ts";
import { apiFunctionNames } from "../../shared/http/routes.ts";

/** The endpoint of each route, as the handler of its function has it. */
export const endpoints = new Map<string, Endpoint>();

for (const name of apiFunctionNames) {
  const { handler } = await import(`../../functions/api/${name}/index.ts`);
  for (const [route, endpoint] of handler.endpoints) endpoints.set(route, endpoint);
}

/** The names of a route's query parameters, as its schema has them. */
export function queryParameters(route: string): string[] {
  const query = endpoints.get(route)?.query as z.ZodMiniObject | undefined;
  return Object.keys(query?.def.shape ?? {});
}
