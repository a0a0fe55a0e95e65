import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";
import { WORDS } from "../../functions/reference/document/jsonSchema.ts";
import { prebuilt } from "../../functions/reference/prebuilt.ts";

export type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;

interface Response {
  description: string;
  headers?: Record<string, unknown>;
  content?: { "application/json": { schema: JsonSchema } };
}

/** A parameter of the query or the path, or a header that a condition is in. */
export interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  required: boolean;
  schema: JsonSchema;
  example?: unknown;
}

interface Operation {
  parameters: Parameter[];
  requestBody?: { content: { "application/json": { schema: JsonSchema; example: unknown } } };
  responses: Record<string, Response | { $ref: string }>;
}

const document = prebuilt.document as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Response> };
};

const { schemas } = document.components;
const definitions = toDefinitions(closed(schemas));
const validators = new WeakMap<JsonSchema, z.ZodType>();

/** Checks a value by a schema of the document. */
export function validatorOf(schema: JsonSchema): z.ZodType {
  const cached = validators.get(schema);
  if (cached) return cached;
  const validator = z.fromJSONSchema({ ...toDefinitions(closed(schema)), $defs: definitions });
  validators.set(schema, validator);
  return validator;
}

/**
 * A part of the document without what may be added later: no other fields of an object, no other words, no items of
 * other types.
 */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (typeof part !== "object" || part === null) return part;
  const { [WORDS]: words, ...rest } = part as Record<string, unknown>;
  const entries = Object.entries(rest).map(([name, each]) => [name, closed(each)]);
  const schema = Object.fromEntries(entries);
  if (Array.isArray(schema.anyOf)) {
    schema.anyOf = schema.anyOf.filter(
      (each: JsonSchema) => each["$ref"] !== "#/components/schemas/OtherFeedItem",
    );
  }
  if (words) schema.enum = [...(words as string[]), ...(rest["type"] === "string" ? [] : [null])];
  if (words) delete schema.type;
  if (schema.additionalProperties === true) schema.additionalProperties = false;
  return schema;
}

/** A schema with the named ones in the places of their names. */
function inlined(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (_, each) => {
    const name = each?.$ref?.split("/").at(-1);
    return name === undefined ? each : inlined(schemas[name] as JsonSchema);
  });
  return JSON.parse(text);
}

/** References as `z.fromJSONSchema` follows them. */
function toDefinitions<Schema extends object>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/"));
}

interface Request {
  parameters: Parameter[];
  body?: JsonSchema;
  exampleBody?: unknown;
}

/** The parameters and body of a route in the document. */
export function operationOf(route: string): Request {
  const operation = findOperation(route);
  if (!operation) throw new Error(`${route} is not documented`);
  const { parameters, requestBody } = operation;
  return {
    parameters,
    ...(requestBody && {
      body: inlined(requestBody.content["application/json"].schema),
      exampleBody: requestBody.content["application/json"].example,
    }),
  };
}

function findOperation(route: string): Operation | undefined {
  const [method = "", path = ""] = route.split(" ");
  return document.paths[path]?.[method.toLowerCase()];
}

/** The text of a response, as a client reads it. */
export function textOf({ headers, body = "", isBase64Encoded }: APIGatewayProxyStructuredResultV2) {
  if (!isBase64Encoded) return body;
  const bytes = Buffer.from(body, "base64");
  return String(
    headers?.["content-encoding"] === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes),
  );
}

/** Headers that are not part of the API. */
const COMMON_HEADERS = [
  "content-type",
  "content-encoding",
  "cache-control",
  "vary",
  "strict-transport-security",
];
const NO_GUESSING = "x-content-type-options";

/**
 * Throws unless the document describes this response of the route: its status, headers and body. Of a
 * request that no route takes, it describes only the error's body.
 */
export function assertDocumented(route: string, response: APIGatewayProxyStructuredResultV2) {
  const { statusCode = 200, headers = {} } = response;
  const operation = findOperation(route.replace("HEAD ", "GET "));
  const documented = operation ? responseOf(operation, route, statusCode) : UNKNOWN_ROUTE;
  const { content, description } = documented;
  assertHeaders(`${route} answers ${statusCode}`, Object.keys(headers), documented);
  const body = textOf(response);
  if (route.startsWith("HEAD ") || statusCode === 204) {
    if (body !== "") throw new Error(`${route} answers ${statusCode} with a body`);
    return;
  }
  const result = validatorOf(content?.["application/json"].schema ?? ANYTHING).safeParse(
    JSON.parse(body || "null"),
  );
  if (!result.success) {
    throw new Error(
      `${route} answers ${statusCode} (${description}) with what is not documented: ${z.prettifyError(result.error)}\n${body.slice(0, 2000)}`,
    );
  }
}

/** Headers that may be absent. */
const OPTIONAL_HEADERS = [
  ...["x-ignored-parameters", "x-api-key-expires-at"],
  // For resellers with a limit.
  ...["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"],
  ...["allow", "idempotent-replayed"],
];

function assertHeaders(what: string, names: string[], { headers = {} }: Response) {
  const documented = Object.keys(headers);
  const missing = documented.filter(
    (each) => !names.includes(each) && !OPTIONAL_HEADERS.includes(each),
  );
  if (!names.includes(NO_GUESSING)) missing.push(NO_GUESSING);
  if (missing.length > 0) throw new Error(`${what} without ${missing}`);
  const surplus = names.filter(
    (each) => ![...documented, ...COMMON_HEADERS, NO_GUESSING].includes(each),
  );
  if (surplus.length > 0) throw new Error(`${what} with ${surplus}, which is not documented`);
}

/** Headers of a response without a body. */
const ANYTHING: JsonSchema = {};

const UNKNOWN_ROUTE: Response = {
  description: "no route takes it",
  headers: { "x-request-id": {}, allow: {} },
  content: { "application/json": { schema: { $ref: "#/components/schemas/ServiceError" } } },
};

function responseOf({ responses }: Operation, route: string, status: number): Response {
  const response = responses[status];
  if (!response) throw new Error(`${route} answers ${status}, which is not documented`);
  if (!("$ref" in response)) return response;
  const name = response.$ref.split("/").at(-1) ?? "";
  return document.components.responses[name] as Response;
}
