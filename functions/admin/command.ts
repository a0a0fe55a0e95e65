import * as z from "zod/mini";

/** The operator asked for something that can't be done; the message says what to do instead. */
export class WrongInput extends Error {}

/**
 * A command of the operators: the fields it takes, and what it does with them. Its result is JSON.
 * Throws WrongInput when the input is none of what it takes.
 */
export function command<Shape extends z.core.$ZodLooseShape, Result>(
  shape: Shape,
  run: (input: z.output<z.ZodMiniObject<Shape, z.core.$strict>>) => Promise<Result>,
) {
  const schema = z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys"
        ? `There is no field ${keys} here: it takes ${Object.keys(shape).join(", ") || "none"}.`
        : "The input must be an object.",
  });
  return (input: unknown): Promise<Result> => {
    const { success, data, error } = schema.safeParse(input);
    if (!success) throw new WrongInput(error.issues.map(({ message }) => message).join(" "));
    return run(data);
  };
}
