import type * as z from "zod/mini";
import type { JsonSchema } from "./jsonSchema.ts";

/** Each named schema, by its name. */
type NamedSchemas = Record<string, JsonSchema>;

/** `website_uuid` as part of a name: `WebsiteUuid`. */
export const pascal = (name: string) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9])(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Adds a schema to the named ones and returns a reference to it. Generators give a class without a name one that
 * changes with the next version, and some stop at it, so the objects within it get names as well: `UptimeDaysItem` for
 * the elements of `days`.
 */
export function nameSchema(name: string, schema: JsonSchema, schemas: NamedSchemas): JsonSchema {
  const inner = withNames(schema, name, schemas);
  const { [name]: other = inner } = schemas;
  if (JSON.stringify(other) !== JSON.stringify(inner)) throw new Error(`Two schemas are ${name}`);
  schemas[name] = inner;
  return { $ref: `#/components/schemas/${name}` };
}

function withNames(schema: JsonSchema, name: string, schemas: NamedSchemas): JsonSchema {
  const { properties, items, anyOf } = schema as {
    properties?: Schemas;
    items?: JsonSchema;
    anyOf?: JsonSchema[];
  };
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, each]) => [
          field,
          part(each, `${name}${pascal(field)}`, schemas),
        ]),
      ),
    }),
    ...(items && { items: part(items, `${name}Item`, schemas) }),
    ...(anyOf && { anyOf: anyOf.map((each) => part(each, name, schemas)) }),
  };
}

/** A part of a schema: an object becomes a reference, which generators read only if nothing is beside it. */
function part(schema: JsonSchema, name: string, schemas: NamedSchemas): JsonSchema {
  if (schema["$ref"]) return { $ref: schema["$ref"] };
  if (schema["properties"]) return nameSchema(name, schema, schemas);
  if (schema["enum"] && name.endsWith("Item")) return nameSchema(name, schema, schemas);
  return withNames(schema, name, schemas);
}

/** How the parts of the document make JSON Schema of the schemas of the code. */
export interface Schemas {
  convert(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema;
  /** Adds a schema to the components, and returns the reference to it. */
  name(name: string, schema: JsonSchema): JsonSchema;
}
