import * as z from "zod/mini";

/** A schema with its text in the description of the API, and an example of its value. */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  example?: unknown,
): Schema {
  const examples = example === undefined ? {} : { examples: [example] };
  return schema.check(z.meta({ description, ...examples }));
}

/** A schema that has a name in the description of the API. */
export function named<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id });
  return schema;
}
