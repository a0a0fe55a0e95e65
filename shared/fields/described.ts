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

/** The same for a field that may be `null`. */
export function nullable<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  example?: unknown,
) {
  return described(z.nullable(schema), description, example);
}

/** The same for a field or parameter that may be absent. */
export function optional<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  example?: unknown,
) {
  return described(z.optional(schema), description, example);
}

/** The same for the usual types. */
export const field = {
  string: (description: string, example?: unknown) => described(z.string(), description, example),
  strings: (description: string, example?: unknown) =>
    described(z.array(z.string()), description, example),
  int: (description: string, example?: unknown) => described(z.int(), description, example),
  number: (description: string, example?: unknown) => described(z.number(), description, example),
  boolean: (description: string, example?: unknown) => described(z.boolean(), description, example),
};

/** A schema that has a name in the description of the API. */
export function named<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id });
  return schema;
}
