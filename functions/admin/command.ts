import * as z from "zod/mini";
import { parseUuid } from "../../shared/uuid.ts";

/** The operator asked for something that can't be done; the message says what to do instead. */
export class WrongInput extends Error {}

/**
 * A command of the operators: the fields it takes, and what it does with them. Its result is JSON.
 * Throws WrongInput when the input does not fit.
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

const NAME_MAX_LENGTH = 255;

/** A text of 1 to 255 characters (code points), without white space around it. */
export function text(what: string) {
  const error = `${what} must be a text of 1 to ${NAME_MAX_LENGTH} characters.`;
  const hasLength = ({ length }: string[]) => length > 0 && length <= NAME_MAX_LENGTH;
  return z.string(error).check(
    z.trim(),
    z.refine((given) => hasLength([...given]), error),
  );
}

/** A UUID, in lower case. `source` is the command that shows which ones there are. */
export function uuid(what: string, source?: string) {
  const advice = source === undefined ? "" : `: "${source}" shows it`;
  const error = `${what} must be a UUID${advice}.`;
  return z.string(error).check(
    z.refine((given) => parseUuid(given) !== undefined, error),
    z.toLowerCase(),
  );
}

export function flag(what: string) {
  return z.optional(z.boolean(`${what} must be true or false.`));
}

export const reseller_uuid = uuid("--reseller", "reseller list");
export const name = text("--name");
