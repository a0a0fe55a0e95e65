import type { Endpoint } from "../../../shared/http/endpoint.ts";

/** The headers that responses have. */
export const headers = {
  "x-request-id": {
    description: "The id of the request in the service's log. Quote it when you ask for help.",
    schema: { type: "string" },
    example: "01a1f3c2-8d4e-7b6a-9c5d-000000000020",
  },
  "retry-after": {
    description: "The number of seconds after which the same request may succeed.",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  "x-ratelimit-limit": {
    description:
      "The number of requests of this kind that are allowed in 60 seconds: reads are GET and HEAD, writes are all others. This header and the next two are absent without a valid key, and if there is no limit.",
    schema: { type: "integer", minimum: 0 },
    example: 6000,
  },
  "x-ratelimit-remaining": {
    description: "The number of requests left now.",
    schema: { type: "integer", minimum: 0 },
    example: 5912,
  },
  "x-ratelimit-reset": {
    description: "When there are more, in seconds since 1970.",
    schema: { type: "integer" },
    example: 1795341048,
  },
  "x-ignored-parameters": {
    description:
      "The query parameters of the request that the endpoint does not know, percent-encoded and separated by commas; ends with `...` if there are more.",
    schema: { type: "string" },
    example: "pageSize, sort",
  },
  "x-api-key-expires-at": {
    description: "When the key of the request expires. Absent if it does not.",
    schema: { type: "string", format: "date-time" },
    example: "2026-11-23T14:05:00+00:00",
  },
  "idempotent-replayed": {
    description:
      "`true` if this is the earlier answer to the same request with the same `Idempotency-Key`, and nothing was done again; otherwise absent.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
};

const RATE = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"] as const;

function referencesTo(...names: (keyof typeof headers)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers of a response with this status. */
export function headersOf(status: string) {
  const mayRetry = ["409", "429", "503"].includes(status);
  return referencesTo(
    ...(["x-request-id", "x-api-key-expires-at"] as const),
    // Such a request is refused before it counts.
    ...(["401", "403"].includes(status) ? [] : RATE),
    "x-ignored-parameters",
    ...(mayRetry ? (["retry-after"] as const) : []),
  );
}

/** The headers of an endpoint's 200. */
export function successHeaders({ route }: Endpoint) {
  return {
    ...headersOf("200"),
    ...(isPost(route) && referencesTo("idempotent-replayed")),
  };
}

/** Whether the route takes an `Idempotency-Key`. */
export function isPost(route: string): boolean {
  return route.startsWith("POST ");
}
