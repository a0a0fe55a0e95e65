import type { Endpoint } from "../../../shared/http/endpoint.ts";
import { headersOf, isPost } from "./headers.ts";
import type { JsonSchema } from "./jsonSchema.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

interface ErrorResponse {
  description: string;
  schema: JsonSchema;
  example: unknown;
}

const withCode = (code: number, message: string, description: string): ErrorResponse => ({
  description,
  schema: reference("ServiceError"),
  example: { code, message },
});

/** API Gateway answers these as well, without a code. */
const orOfGateway = (response: ErrorResponse): ErrorResponse => ({
  ...response,
  schema: reference("GatewayError"),
});

const errors = {
  "400": withCode(400, "The body is not valid JSON", "The body is not a JSON object."),
  "401": withCode(
    401,
    "Authentication is required to continue",
    "The key is missing, wrong, revoked or expired. The answer is always the same.",
  ),
  "403": withCode(
    403,
    "This API key is read-only: it can be used for GET and HEAD. Your contact at the provider issues keys that can change something.",
    "The key is valid, but does not allow this request, or not from this address; `message` says which. Nothing is done.",
  ),
  "404": withCode(
    404,
    'Record not found in table "websites"',
    "The record does not exist, or is not yours.",
  ),
  "409": withCode(
    409,
    "A request with this Idempotency-Key is under way",
    "A request with the same `Idempotency-Key` is still being processed.",
  ),
  "413": orOfGateway(withCode(413, "The body is over 256 KiB", "The body is over 256 KiB.")),
  "415": withCode(
    415,
    "The body must be sent as application/json",
    "The body is not sent as `application/json`.",
  ),
  "422": {
    description:
      "Fields of the body or query parameters break a rule, or the state of the record does not allow the request. All fields are listed, each with its first broken rule.",
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
      "The limit is 6000 reads a minute. The header retry-after says when to retry.",
      "More requests in 60 seconds than your limit, or too many changes of the same records at once. Nothing is done.",
    ),
  ),
  "500": orOfGateway(withCode(500, "Internal server error", "An error of the service.")),
  "503": orOfGateway(withCode(503, "The service is busy, try again", "The service is busy.")),
} satisfies Record<string, ErrorResponse>;

type ErrorStatus = keyof typeof errors;

/** The statuses that an endpoint answers besides 200, in order. */
export function errorStatuses({ route, query, body, refuses, isStrict }: Endpoint): ErrorStatus[] {
  const statuses: (ErrorStatus | false)[] = [
    ...(body ? (["400", "413", "415"] as const) : []),
    "401",
    "403",
    route.includes("{") && "404",
    isPost(route) && "409",
    Boolean(body || query || refuses || isPost(route) || isStrict) && "422",
    ...(["429", "500", "503"] as const),
  ];
  return statuses.filter((status) => status !== false).toSorted();
}

/** Each error as a component, named `Status404`. */
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
