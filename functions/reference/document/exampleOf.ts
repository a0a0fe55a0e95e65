import * as z from "zod/mini";

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
