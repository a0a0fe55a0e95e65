import type { OpenApiDocument } from "./document/buildDocument.ts";
import { type JsonSchema, WORDS } from "./document/jsonSchema.ts";

interface Operation {
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: { "application/json": { schema: JsonSchema } } };
  responses: Record<string, { content?: { "application/json": { schema: JsonSchema } } }>;
}

const METHODS = ["get", "post", "patch", "delete"];

/**
 * TypeScript for the client: the paths and webhooks of the document in the form that `openapi-fetch`
 * reads, and a type for each of its schemas.
 */
export function clientTypes({ paths, webhooks, components }: OpenApiDocument): string {
  const schemas = Object.entries<JsonSchema>(components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};\n`,
  );
  return [
    "// Made from the description of the API by `npm run client:types`.\n",
    `export interface paths ${pathItems(paths, METHODS)}\n`,
    `export interface webhooks ${pathItems(webhooks, ["post"])}\n`,
    ...schemas,
  ].join("\n");
}

/** Each path with these methods; `never` where it does not take one. */
function pathItems(items: Record<string, object>, methods: string[]): string {
  const entries = Object.entries(items).map(([path, item]) => {
    const operations = item as Record<string, Operation | undefined>;
    const lines = methods.map((method) => {
      const operation = operations[method];
      if (!operation) return `${method}?: never;`;
      return `${comment({ description: operation.summary })}${method}: ${operationType(operation)};`;
    });
    return `${JSON.stringify(path)}: ${block(lines)};`;
  });
  return block(entries);
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const places = ["query", "header", "path"].map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return `${place}?: never;`;
    const mark = own.some(({ required }) => required) ? "" : "?";
    const fields = own.map((each) => field(each.name, each.schema, each.required));
    return `${place}${mark}: ${block(fields)};`;
  });
  const body = requestBody?.content["application/json"].schema;
  const answer = responses["200"]?.content?.["application/json"].schema;
  return block([
    `parameters: ${block([...places, "cookie?: never;"])};`,
    body ? `requestBody: ${json(body)};` : "requestBody?: never;",
    `responses: { 200: ${answer ? json(answer) : "never"} };`,
  ]);
}

function json(schema: JsonSchema): string {
  return `{ content: { "application/json": ${typeOf(schema)} } }`;
}

function typeOf(schema: JsonSchema): string {
  const { $ref, type, properties, items, anyOf } = schema as {
    $ref?: string;
    type?: string | string[];
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    anyOf?: JsonSchema[];
  };
  if ($ref) return $ref.split("/").at(-1) ?? "never";
  const words = schema["enum"] ?? schema[WORDS];
  if (Array.isArray(words)) {
    const union = words.map((each) => JSON.stringify(each)).join(" | ");
    // Editors suggest the known words, and any other is accepted.
    return schema[WORDS] ? `${union} | (string & {})` : union;
  }
  if (anyOf) return anyOf.filter(isKnown).map(typeOf).join(" | ");
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each })).join(" | ");
  if (type === "array") return `(${typeOf(items ?? {})})[]`;
  if (type !== "object") return SIMPLE[type ?? ""] ?? "unknown";
  const { required = [], additionalProperties: rest } = schema as {
    required?: string[];
    additionalProperties?: JsonSchema | boolean;
  };
  const others = typeof rest === "object" ? `{ [key: string]: ${typeOf(rest)} }` : undefined;
  if (!properties) return others ?? "{ [key: string]: unknown }";
  const fields = Object.entries(properties).map(([name, each]) =>
    field(name, each, required.includes(name)),
  );
  return others ? `${block(fields)} & ${others}` : block(fields);
}

/** Whatever its type may be, an item of a later type would hide what the others have. */
function isKnown({ $ref }: JsonSchema): boolean {
  return $ref !== "#/components/schemas/OtherFeedItem";
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function field(name: string, schema: JsonSchema, isRequired: boolean): string {
  return `${comment(schema)}${JSON.stringify(name)}${isRequired ? "" : "?"}: ${typeOf(schema)};`;
}

function comment({ description }: JsonSchema): string {
  return description ? `/** ${String(description).replaceAll("*/", "*\\/")} */\n` : "";
}

function block(lines: string[]): string {
  return `{\n${lines.join("\n")}\n}`;
}
