import type * as z from "zod/mini";
import type { Endpoint } from "../../../shared/http/endpoint.ts";
import { idempotencyKey } from "../../../shared/http/postEndpoint.ts";
import { exampleIds } from "../../../shared/resources/schemas.ts";
import { describe, describeFields, type FindText, rulesOf, textsOf } from "./describeFields.ts";
import { tagOf } from "./endpoints.ts";
import { errorStatuses } from "./errors.ts";
import { isPost, successHeaders } from "./headers.ts";
import { exampleOf, type JsonSchema, ownExample, RULES } from "./jsonSchema.ts";
import { pascal, type Schemas } from "./nameSchemas.ts";

type Convert = Schemas["convert"];

/** The Operation Object of an endpoint. */
export function operationOf(endpoint: Endpoint, { convert, name }: Schemas) {
  const { id, summary, details, body, exampleBody } = endpoint;
  const success = successOf(endpoint, { convert, name });
  return {
    operationId: id,
    summary,
    description: details ?? `${summary}.`,
    tags: [tagOf(endpoint)[0]],
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint, convert),
      ...headerParameters(endpoint, convert),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: name(
              `${pascal(id)}Input`,
              describeBody(convert(body, "input"), resourceTexts(endpoint)),
            ),
            example: exampleBody,
          },
        },
      },
    }),
    responses: {
      "200": success,
      ...Object.fromEntries(
        errorStatuses(endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/Status${status}` },
        ]),
      ),
    },
  };
}

/** The texts of the resource that the endpoint answers, or of the schemas that it names. */
function resourceTexts({ describedBy, response }: Endpoint): FindText {
  if (describedBy) return textsOf(describedBy());
  const { shape } = (response() as z.ZodMiniObject).def;
  return textsOf([shape["data"] as z.ZodMiniType]);
}

/** A rule about several fields is part of the description of the whole body. */
function describeBody(schema: JsonSchema, findText: FindText): JsonSchema {
  const rules = rulesOf({ [RULES]: schema[RULES] });
  const text = ["Fields that are not named here are ignored.", rules].filter(Boolean).join(" ");
  return { ...describeFields(schema, findText), description: text };
}

function pathParameters({ route }: Endpoint) {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: idText(name),
    schema: { type: "string", format: "uuid" },
    example: exampleIds[kindOf(name)],
  }));
}

/** The kind of record that a parameter names: `website` of `website_uuid` and of `websiteUuid`. */
function kindOf(name: string) {
  return name.replace(/_?uuid$/i, "") as keyof typeof exampleIds;
}

function idText(name: string): string | undefined {
  return kindOf(name) === name ? undefined : `Identifies the ${kindOf(name).replaceAll("_", " ")}.`;
}

function queryParameters({ query }: Endpoint, convert: Convert) {
  if (!query) return [];
  const { properties = {}, required = [] } = convert(query, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const { shape } = (query as z.ZodMiniObject).def;
  const sent = [...required, ...requiredByRule(query)];
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: "query",
    required: required.includes(name),
    description: describe(name, field, idText),
    schema: withoutTexts(field),
    // What has an example is sent by the page of the reference.
    ...(sent.includes(name) && {
      example: ownExample(shape[name]) ?? exampleIds[kindOf(name)],
    }),
  }));
}

/** The parameters that a rule about the whole query demands, if none of some others is sent. */
function requiredByRule(query: z.ZodMiniType): string[] {
  const checks = (query as z.ZodMiniObject).def.checks ?? [];
  return checks.flatMap(({ _zod }) => {
    const { params, path = [] } = _zod.def as z.core.$ZodCustomDef;
    return params?.["rule"] === "required" ? path.map(String) : [];
  });
}

/** A parameter has its description and its example beside its schema. */
function withoutTexts({ [RULES]: _, description: __, examples: ___, ...schema }: JsonSchema) {
  return schema;
}

function headerParameters({ route, isStrict }: Endpoint, convert: Convert) {
  if (isStrict) {
    const description =
      "`handling=lenient`: ignore query parameters that are not named here, instead of a 422 (RFC 7240).";
    return [
      { name: "prefer", in: "header", required: false, description, schema: { type: "string" } },
    ];
  }
  if (!isPost(route)) return [];
  const field = convert(idempotencyKey, "input");
  const name = "idempotency-key";
  return [
    {
      name,
      in: "header",
      required: false,
      description: describe(name, field, () => undefined),
      schema: withoutTexts(field),
    },
  ];
}

function successOf(endpoint: Endpoint, { convert, name }: Schemas) {
  const schema = describeFields(convert(endpoint.response(), "output"), () => undefined);
  return {
    description: "Done.",
    headers: successHeaders(endpoint),
    content: {
      "application/json": {
        schema: name(`${pascal(endpoint.id)}Result`, schema),
        example: exampleOf(endpoint.response()),
      },
    },
  };
}
