import type * as z from "zod/mini";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { paginated } from "../../../shared/http/pagination.ts";
import { idempotencyKey } from "../../../shared/http/postEndpoint.ts";
import { describeFields, fieldText, rulesOf } from "./describeFields.ts";
import type { DescribedEndpoint } from "./endpoints.ts";
import { errorStatuses } from "./errors.ts";
import { exampleOf } from "./exampleOf.ts";
import { values } from "./examples.ts";
import { conditionHeaders, isPost, isRead, successHeaders } from "./headers.ts";
import { type JsonSchema, RULES } from "./jsonSchema.ts";

export type Convert = (schema: z.ZodMiniType, io: "input" | "output") => JsonSchema;

/** The names of the groups, as a reader sees them. */
export const tags = {
  users: ["Users", "The people whose websites are monitored."],
  onboarding: ["Onboarding", "A user with a first business and website, in one call."],
  businesses: ["Businesses", "What a user owns websites for."],
  websites: ["Websites", "What is monitored and audited."],
  competitors: ["Competitors", "Whom a business compares itself with."],
  account: ["Account", "All that you have, whatever it belongs to."],
  plans: ["Plans", "Which checks there are for a business."],
  customFields: ["Custom fields", "Fields of your own that businesses have values of."],
  feedItems: ["Feed items", "What checks and audits have found."],
  webhooks: [
    "Webhooks",
    "Endpoints of yours that are told of events, and the log of what was sent.",
  ],
} as const satisfies Record<DescribedEndpoint["group"], readonly [name: string, about: string]>;

/** The Operation Object of an endpoint. */
export function operationOf(endpoint: DescribedEndpoint, convert: Convert) {
  const { id, summary, details, group, body, exampleBody } = endpoint;
  const success = successOf(endpoint, convert);
  return {
    operationId: id,
    summary,
    ...(details && { description: details }),
    tags: [tags[group][0]],
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint, convert),
      ...condition(endpoint),
      ...headerParameters(endpoint, convert),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: describeBody(convert(body, "input"), id),
            example: exampleBody,
          },
        },
      },
    }),
    responses: {
      "200": success,
      ...(isRead(endpoint.route) && {
        "304": {
          description: "It is what you have, by `if-none-match`.",
          headers: success.headers,
        },
      }),
      ...Object.fromEntries(
        errorStatuses(endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/Status${status}` },
        ]),
      ),
    },
  };
}

/** A rule about several fields is said of the body as a whole. */
function describeBody(schema: JsonSchema, owner: string): JsonSchema {
  const rules = rulesOf({ [RULES]: schema[RULES] });
  const text = ["Fields that are not named here are ignored.", rules].filter(Boolean).join(" ");
  return { ...describeFields(schema, owner), description: text };
}

function pathParameters({ id, route }: DescribedEndpoint) {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: fieldText(id, name),
    schema: { type: "string", format: "uuid" },
    example: values[name],
  }));
}

function queryParameters({ id, query }: DescribedEndpoint, convert: Convert) {
  if (!query) return [];
  const { properties = {}, required = [] } = convert(query, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { [RULES]: rules, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    description: [fieldText(id, name), rulesOf({ [RULES]: rules })].filter(Boolean).join(" "),
    schema,
    example: values[name],
  }));
}

/** The header that a read or a change is conditioned on. */
function condition({ route }: DescribedEndpoint) {
  const [method = ""] = route.split(" ");
  const found = Object.hasOwn(conditionHeaders, method)
    ? [conditionHeaders[method as keyof typeof conditionHeaders]]
    : [];
  return found.map((header) => ({
    ...header,
    in: "header",
    required: false,
    schema: { type: "string" },
  }));
}

function headerParameters({ id, route }: DescribedEndpoint, convert: Convert) {
  if (!isPost(route)) return [];
  const { [RULES]: rules, ...schema } = convert(idempotencyKey, "input");
  return [
    {
      name: "idempotency-key",
      in: "header",
      required: false,
      description: `${fieldText(id, "idempotency_key")} ${rulesOf({ [RULES]: rules })}`,
      schema,
      example: values["idempotency_key"],
    },
  ];
}

function successOf(endpoint: DescribedEndpoint, convert: Convert) {
  const schema = describeFields(convert(endpoint.response, "output"), endpoint.id);
  return {
    description: "Done.",
    headers: successHeaders(endpoint, { isPage: hasMeta(schema) }),
    content: { "application/json": { schema, example: exampleAnswer(endpoint, schema, convert) } },
  };
}

function hasMeta(schema: JsonSchema): boolean {
  return Object.hasOwn(schema["properties"] ?? {}, "meta");
}

/** An answer as the endpoint makes it, of the examples of resources and fields. */
function exampleAnswer(endpoint: DescribedEndpoint, schema: JsonSchema, convert: Convert): unknown {
  const { properties = {} } = schema as { properties?: Record<string, JsonSchema> };
  if (!hasMeta(schema)) return exampleOf(schema);
  const parameters = queryParameters(endpoint, convert).filter(({ required }) => required);
  const [, pattern = ""] = endpoint.route.split(" ");
  const event = {
    rawQueryString: parameters.map(({ name, example }) => `${name}=${example}`).join("&"),
    headers: {},
    requestContext: {
      domainName: "api.example.com",
      http: { path: pattern.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name])) },
    },
  } as unknown as ApiEvent;
  const records = exampleOf(properties["data"] ?? {}) as unknown[];
  return paginated(event, { page: 1, per_page: 20 }, { records, total: records.length });
}
