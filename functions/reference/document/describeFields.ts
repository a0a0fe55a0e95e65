import * as z from "zod/mini";
import { type JsonSchema, RULES } from "./jsonSchema.ts";

/** The text for a field whose own schema has none. */
export type FindText = (name: string) => string | undefined;

/** The texts that schemas have for their fields, the first schema first. */
export function textsOf(schemas: readonly z.ZodMiniType[]): FindText {
  return (name) => {
    for (const schema of schemas) {
      const { shape = {} } = schema.def as { shape?: Record<string, z.core.$ZodType> };
      const text = shape[name] && z.globalRegistry.get(shape[name])?.description;
      if (text) return text;
    }
    return undefined;
  };
}

/**
 * Gives every field of a schema its description: its own text, or the one found by its name, followed by
 * its rules. Throws if a field has no text.
 */
export function describeFields(schema: JsonSchema, findText: FindText): JsonSchema {
  const { [RULES]: _, examples: __, ...described } = schema;
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    anyOf?: JsonSchema[];
  };
  if (items) described["items"] = describeFields(items, findText);
  if (anyOf) described["anyOf"] = anyOf.map((each) => describeFields(each, findText));
  if (properties) {
    described["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const description = describe(name, field, findText);
        return [name, { ...describeFields(field, findText), description }];
      }),
    );
  }
  return described;
}

/** The description of a field or parameter; throws if it has no text. */
export function describe(name: string, schema: JsonSchema, findText: FindText): string {
  const text = (schema["description"] as string | undefined) ?? findText(name);
  if (text === undefined) throw new Error(`The field ${name} has no text: use described()`);
  return [text, rulesOf(schema)].filter(Boolean).join(" ");
}

/** The rules of a value, and of its elements, as sentences. */
export function rulesOf(schema: JsonSchema): string {
  const { items, anyOf } = schema as { items?: JsonSchema; anyOf?: JsonSchema[] };
  const inner = [...(items ? [items] : []), ...(anyOf ?? [])].map(rulesOf);
  const own = ((schema[RULES] as string[] | undefined) ?? []).map((text) => `${text}.`);
  return [...own, ...inner].filter(Boolean).join(" ");
}
