import type { DescribedEndpoint } from "./endpoints.ts";

/** The headers that every answer has. */
const REQUEST_ID = { "x-request-id": { $ref: "#/components/headers/x-request-id" } };
const REPLAYED = { "idempotent-replayed": { $ref: "#/components/headers/idempotent-replayed" } };
const KEY_EXPIRY = {
  "x-api-key-expires-at": { $ref: "#/components/headers/x-api-key-expires-at" },
};
const RATE = Object.fromEntries(
  [
    "ratelimit-policy",
    "ratelimit",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
  ].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);
const RETRY_AFTER = { "retry-after": { $ref: "#/components/headers/retry-after" } };

/** The headers that responses have. */
export const headers = {
  "x-request-id": {
    description:
      "The id of the request, which the service's log has too. Tell it when you ask for help.",
    schema: { type: "string" },
    example: "01a1f3c2-8d4e-7b6a-9c5d-000000000020",
  },
  "retry-after": {
    description: "In how many seconds the same request may succeed.",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  "ratelimit-policy": {
    description:
      "How many requests of this kind (`q`) there may be in so many seconds (`w`): draft-ietf-httpapi-ratelimit-headers. `reads` are GET and HEAD, and whatever a read-only key asks for; `writes` all else. Absent without a valid key, and where there is no limit; so are the four that follow.",
    schema: { type: "string" },
    example: '"reads";q=6000;w=60',
  },
  ratelimit: {
    description:
      "How many more there may be now (`r`), and in how many seconds there is more (`t`).",
    schema: { type: "string" },
    example: '"reads";r=5912;t=48',
  },
  "x-ratelimit-limit": {
    description: "How many requests of this kind there may be in 60 seconds.",
    schema: { type: "integer", minimum: 0 },
    example: 6000,
  },
  "x-ratelimit-remaining": {
    description: "How many more there may be now.",
    schema: { type: "integer", minimum: 0 },
    example: 5912,
  },
  "x-ratelimit-reset": {
    description: "When there is more, in seconds since 1970.",
    schema: { type: "integer" },
    example: 1795341048,
  },
  etag: {
    description:
      "Names what was answered, byte for byte: for `If-None-Match`, and for `If-Match` when the record is changed or deleted.",
    schema: { type: "string" },
    example: '"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"',
  },
  link: {
    description:
      "The URLs of `meta`, as RFC 8288 writes them; absent where they would be longer than 4,000 characters.",
    schema: { type: "string" },
    example: '<https://api.example.com/v1/users?page=2>; rel="next"',
  },
  "x-ignored-parameters": {
    description:
      "The query parameters of the request that the endpoint does not know, percent-encoded, with commas between; ends with `...` where there are more.",
    schema: { type: "string" },
    example: "pageSize, sort",
  },
  "x-api-key-expires-at": {
    description:
      "Until when the key of the request is accepted. Absent where that does not end by itself.",
    schema: { type: "string", format: "date-time" },
    example: "2026-11-23T14:05:00+00:00",
  },
  "idempotent-replayed": {
    description:
      "`true`: the answer that was given before to the same request with the same `Idempotency-Key`; nothing was done again. Absent otherwise.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
};

/** The headers of a request that say what it is on the condition of. */
export const conditionHeaders = {
  GET: {
    name: "if-none-match",
    description: "Entity tags that you have: with one of them the answer is 304, without a body.",
  },
  PATCH: {
    name: "if-match",
    description:
      "The `etag` that a GET of the record answered: it is changed only if it is still the same, else 412.",
  },
  DELETE: {
    name: "if-match",
    description:
      "The `etag` that a GET of the record answered: it is deleted only if it is still the same, else 412.",
  },
} as const;

const IGNORED = {
  "x-ignored-parameters": { $ref: "#/components/headers/x-ignored-parameters" },
};
const ETAG = { etag: { $ref: "#/components/headers/etag" } };
const LINK = { link: { $ref: "#/components/headers/link" } };

/** The headers of a response with this status. */
export function headersOf(status: string) {
  const mayRetry = ["409", "429", "503"].includes(status);
  // Who has no good key is told of no limit.
  const rate = status === "401" ? {} : RATE;
  return { ...REQUEST_ID, ...KEY_EXPIRY, ...rate, ...IGNORED, ...(mayRetry && RETRY_AFTER) };
}

/** The headers of a success: the tag and links of what a GET answers, whether a POST's was given before. */
export function successHeaders({ route }: DescribedEndpoint, { isPage }: { isPage: boolean }) {
  return {
    ...headersOf("200"),
    ...(isRead(route) && ETAG),
    ...(isPage && LINK),
    ...(isPost(route) && REPLAYED),
  };
}

/** Whether the route answers 304 to who knows what it answers. */
export function isRead(route: string): boolean {
  return route.startsWith("GET ");
}

/** Whether the route takes an `Idempotency-Key`. */
export function isPost(route: string): boolean {
  return route.startsWith("POST ");
}
