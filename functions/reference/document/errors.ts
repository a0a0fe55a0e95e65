import type { DescribedEndpoint } from "./endpoints.ts";
import type { JsonSchema } from "./jsonSchema.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

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
function headersOf(status: string) {
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

interface ErrorResponse {
  description: string;
  schema: JsonSchema;
  example: unknown;
}

const withCode = (code: number, message: string, description: string): ErrorResponse => ({
  description,
  schema: reference("Error"),
  example: { code, message },
});

/** Also API Gateway answers these by itself, without a code. */
const orOfGateway = (response: ErrorResponse): ErrorResponse => ({
  ...response,
  schema: { oneOf: [reference("Error"), reference("GatewayError")] },
});

const errors = {
  "400": withCode(400, "The body is not valid JSON", "The body is not a JSON object."),
  "401": withCode(
    401,
    "Authentication is required to continue",
    "The key is missing, wrong, revoked or expired: always the same answer.",
  ),
  "403": withCode(
    403,
    "This API key is read-only: it can be used for GET and HEAD. Your contact at the provider issues keys that can change something.",
    "The key is good, but not for this, or not from this address; `message` says which. Nothing is done.",
  ),
  "404": withCode(
    404,
    'Record not found in table "websites"',
    "There is no such record, or it is not yours.",
  ),
  "409": withCode(
    409,
    "A request with this Idempotency-Key is under way",
    "The same request, by its `Idempotency-Key`, has not been answered yet.",
  ),
  "412": withCode(
    412,
    "The record is another one than If-Match says",
    "The record is not as `If-Match` says; nothing is done.",
  ),
  "413": withCode(413, "The body is over 256 KiB", "The body is over 256 KiB."),
  "415": withCode(
    415,
    "The body must be sent as application/json",
    "The body is not sent as `application/json`.",
  ),
  "422": {
    description:
      "Fields of the body or query parameters break a rule, or a field of the record does not allow it: the first broken rule of each, all at once.",
    schema: reference("ValidationError"),
    example: {
      success: false,
      message: "error",
      errors: { hostname: { length: "Hostname name must be < 255 characters" } },
    },
  },
  "429": orOfGateway(
    withCode(
      429,
      "There can be 6000 reads a minute at most",
      "More requests in 60 seconds than your limit, or too many changes of the same records at once, or too many requests without a valid key. Nothing is done.",
    ),
  ),
  "500": withCode(500, "Internal server error", "Our fault."),
  "503": orOfGateway(withCode(503, "The service is busy, try again", "The service is busy.")),
} satisfies Record<string, ErrorResponse>;

type ErrorStatus = keyof typeof errors;

/** The statuses that an endpoint answers beside 200, in their order. */
export function errorStatuses({ route, query, body, refuses }: DescribedEndpoint): ErrorStatus[] {
  const statuses: (ErrorStatus | false)[] = [
    ...(body ? (["400", "413", "415"] as const) : []),
    "401",
    "403",
    route.includes("{") && "404",
    isPost(route) && "409",
    /^(PATCH|DELETE) /.test(route) && "412",
    Boolean(body || query || refuses || isPost(route)) && "422",
    ...(["429", "500", "503"] as const),
  ];
  return statuses.filter((status) => status !== false).toSorted();
}

/** `NotFound`-like components: each error once, under the name `Status404`. */
export const errorResponses = Object.fromEntries(
  Object.entries(errors).map(([status, { description, schema, example }]) => [
    `Status${status}`,
    {
      description,
      headers: headersOf(status),
      content: { "application/json": { schema, example } },
    },
  ]),
);
