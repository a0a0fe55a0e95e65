import { examples, values } from "./examples.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** An example of what a schema describes, made of those of its parts; `name` is the field's. */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  const {
    $ref,
    type,
    properties,
    items,
    examples: own,
  } = schema as {
    $ref?: string;
    type?: string;
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    examples?: unknown[];
  };
  const component = $ref?.split("/").at(-1);
  if (component !== undefined && component in examples) return examples[component];
  if (own) return own[0];
  if ("const" in schema) return schema["const"];
  if (name in values) return values[name];
  if (type === "object" && properties) {
    const fields = Object.entries(properties).map(([field, value]) => [
      field,
      exampleOf(value, field),
    ]);
    return Object.fromEntries(fields);
  }
  if (type === "array" && items) return [exampleOf(items)];
  throw new Error(`There is no example of ${name}: ${JSON.stringify(schema)}`);
}
