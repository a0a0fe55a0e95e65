import * as z from "zod/mini";
import type { Keywords } from "../../../shared/fields/validationErrors.ts";

export type JsonSchema = Record<string, unknown>;

/** The side of a schema: what a client sends, or what it receives. */
type Side = "input" | "output";

/** The key of the texts of a value's rules, until `describeFields` has made sentences of them. */
export const RULES = "x-rules";

/** Words that a response may have besides others, which are added later. */
export const WORDS = "x-extensible-enum";

/**
 * The JSON Schema of a zod schema, and those of the named schemas that it refers to. What a client receives is open:
 * objects may get fields, and lists of words further words.
 */
export function jsonSchemaOf(
  schema: z.ZodMiniType,
  io: Side,
): { schema: JsonSchema; named: Record<string, JsonSchema> } {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io,
    override: (context) => {
      override(context);
      if (io === "output") open(context);
    },
  });
  const text = JSON.stringify({ schema: json, named: $defs ?? {} });
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) {
  const json = jsonSchema as JsonSchema;
  const { def } = zodSchema._zod as z.core.$ZodTypes["_zod"];
  // `format` implies the pattern, which some generators match with the value that they have parsed.
  if (["uuid", "date", "date-time"].includes(String(json["format"]))) delete json["pattern"];
  delete json["propertyNames"];
  // Generators know no constant but a text: a list of one word.
  if (typeof json["const"] === "string") json["enum"] = [json["const"]];
  delete json["const"];
  if (def.type === "nullable") flattenNullable(json);
  if (def.type === "default") {
    json["default"] = json["type"] === "string" ? String(def.defaultValue) : def.defaultValue;
  }
  // Zod's own bounds of integers.
  if (json["minimum"] === Number.MIN_SAFE_INTEGER) delete json["minimum"];
  if (json["maximum"] === Number.MAX_SAFE_INTEGER) delete json["maximum"];
  addRules(json, zodSchema);
  // For a pipe, zod shows only the input, or only the output if the pipe begins with a transform.
  if (def.type === "pipe" && !isTransform(def.in)) addRulesBehind(json, def.out);
}

/** `{anyOf: [{type: "string"}, {type: "null"}]}` becomes `{type: ["string", "null"]}`, which is no class for generators. */
function flattenNullable(json: JsonSchema) {
  const [inner] = json["anyOf"] as [JsonSchema];
  if (typeof inner["type"] !== "string" || inner["properties"]) return;
  delete json["anyOf"];
  Object.assign(json, inner, { type: [inner["type"], "null"] });
}

function open({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) {
  const json = jsonSchema as JsonSchema;
  // Said explicitly, as clients in Go refuse what is not.
  if (json["additionalProperties"] === false) json["additionalProperties"] = true;
  // The one word of a literal tells its object from others.
  if (zodSchema._zod.def.type !== "enum") return;
  json[WORDS] = json["enum"];
  delete json["enum"];
}

function isTransform(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === "transform";
}

function addRulesBehind(json: JsonSchema, schema: z.core.$ZodType) {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  addRules(json, schema);
  if (def.type !== "pipe") return;
  addRulesBehind(json, def.in);
  addRulesBehind(json, def.out);
}

/** The rules of `shared/fields/validationErrors.ts`: their texts, and their keywords. */
function addRules(json: JsonSchema, schema: z.core.$ZodType) {
  for (const { _zod } of schema._zod.def.checks ?? []) {
    const { check, params, error } = _zod.def as z.core.$ZodCustomDef;
    if (check !== "custom") continue;
    const keywords = params?.["keywords"] as Keywords | undefined;
    const text = error?.({} as z.core.$ZodRawIssue);
    Object.assign(json, keywords, { [RULES]: [...((json[RULES] as string[]) ?? []), text] });
  }
}

/** The example of a schema: its own, or one made from the examples of its parts. */
export function exampleOf(schema: z.core.$ZodType, name = "a schema"): unknown {
  const own = ownExample(schema);
  if (own !== undefined) return own;
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape).map(([field, each]) => [field, exampleOf(each, field)]),
      );
    case "array":
      return [exampleOf(def.element, name)];
    case "nullable":
    case "optional":
      return exampleOf(def.innerType, name);
    case "literal":
      return def.values[0];
    default:
      throw new Error(`The schema of ${name} has no example: use described()`);
  }
}

/** The schema's own example. */
export function ownExample(schema?: z.core.$ZodType): unknown {
  const { examples = [] } = (schema && z.globalRegistry.get(schema)) ?? {};
  return (examples as unknown[])[0];
}
