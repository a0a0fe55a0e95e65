import type { DescribedEndpoint } from "./endpoints.ts";
import type { JsonSchema } from "./jsonSchema.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const REQUEST_ID = { "x-request-id": { $ref: "#/components/headers/x-request-id" } };
const REPLAYED = { "idempotent-replayed": { $ref: "#/components/headers/idempotent-replayed" } };
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
  "idempotent-replayed": {
    description:
      "`true`: the answer that was given before to the same request with the same `Idempotency-Key`; nothing was done again. Absent otherwise.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
};

/** The headers of an error's response. */
function headersOf(status: string) {
  return ["409", "429", "503"].includes(status) ? { ...REQUEST_ID, ...RETRY_AFTER } : REQUEST_ID;
}

/** The headers of a successful response: a POST's says whether it was given before. */
export function successHeaders({ route }: DescribedEndpoint) {
  return isPost(route) ? { ...REQUEST_ID, ...REPLAYED } : REQUEST_ID;
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
      "Too many changes at once, try again",
      "Too many requests, or too many changes of the same records, at once.",
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
    route.includes("{") && "404",
    isPost(route) && "409",
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
