import type { OpenApiDocument } from "./document/buildDocument.ts";
import type { JsonSchema } from "./document/jsonSchema.ts";

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: Body;
  responses: Record<string, Body & { $ref?: string }>;
}

interface Body {
  content?: { "application/json": { schema: JsonSchema } };
}

/** Limits of what clients send. */
const LIMITS = [
  ...["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"],
  ...["minProperties", "maxProperties"],
];

/**
 * What clients of the description rely on, a line each. A later description without one of these lines breaks its
 * clients; what is added makes further lines.
 */
export function contractOf({ paths, webhooks, components }: OpenApiDocument): string[] {
  const items = Object.entries<object>({ ...paths, ...webhooks });
  const operations = items.flatMap(([path, item]) =>
    Object.entries<Operation>(item as Record<string, Operation>).flatMap(([method, operation]) =>
      operationLines(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  const schemas = Object.entries<JsonSchema>(components.schemas).flatMap(([name, schema]) =>
    schemaLines(name, schema, name.includes("Input")),
  );
  return [...operations, ...schemas];
}

function operationLines(place: string, { parameters = [], requestBody, responses }: Operation) {
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  return [
    `${place} requires ${required.join(", ") || "no parameter"}`,
    ...parameters.flatMap((each) =>
      schemaLines(`${place} ${each.in} ${each.name}`, each.schema, true),
    ),
    `${place} body: ${nameOf(requestBody)}`,
    ...Object.entries(responses).map(
      ([status, response]) => `${place} ${status}: ${response.$ref ?? nameOf(response)}`,
    ),
  ];
}

function nameOf({ content }: Body = {}): string {
  return String(content?.["application/json"].schema["$ref"] ?? "none");
}

/** The lines of a schema; `isSent` if clients send it. */
function schemaLines(place: string, schema: JsonSchema, isSent: boolean): string[] {
  const {
    $ref,
    type,
    anyOf,
    properties,
    items,
    required = [],
  } = schema as {
    $ref?: string;
    type?: string | string[];
    anyOf?: JsonSchema[];
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    required?: string[];
  };
  if ($ref) return [`${place}: ${$ref}`];
  const words = schema["enum"] as string[] | undefined;
  const limits = LIMITS.filter((name) => isSent && name in schema);
  const own = [...[type ?? []].flat(), ...limits.map((name) => `${name} ${schema[name]}`)];
  return [
    ...(words ?? (anyOf ? [] : [own.join(", ")])).map((text) => `${place}: ${text}`),
    ...(anyOf ?? []).flatMap((each) => schemaLines(place, each, isSent)),
    ...(properties && isSent ? [`${place} requires ${required.toSorted().join(", ")}`] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => {
      const mark = required.includes(name) ? "" : "?";
      return schemaLines(`${place}.${name}${mark}`, each, isSent);
    }),
    ...(items ? schemaLines(`${place}[]`, items, isSent) : []),
  ];
}
