import * as z from "zod/mini";
import { isOneLine } from "../../shared/fields/fields.ts";
import { parseUuid } from "../../shared/uuid.ts";

/** The operator asked for something that can't be done; the message says what to do instead. */
export class WrongInput extends Error {}

/** A command's result with a note for the operator: a warning, not an error. */
export class Noted<Result> {
  readonly result: Result;
  readonly note: string;

  constructor(result: Result, note: string) {
    this.result = result;
    this.note = note;
  }
}

/** An operators' command: checks the input, throws WrongInput if it does not fit, and returns JSON. */
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
  return async (input: unknown): Promise<Result> => {
    const { success, data, error } = await schema.safeParseAsync(input);
    if (!success) throw new WrongInput(error.issues.map(sentenceOf).join(" "));
    return await run(data);
  };
}

/** Adds the full stop that messages of the API's own fields lack. */
function sentenceOf({ message }: { message: string }): string {
  return message.endsWith(".") ? message : `${message}.`;
}

const MAX_LENGTH = 255;

/** A trimmed text of 1 to `most` characters (code points). */
export function text(what: string, most = MAX_LENGTH) {
  return z.string(lengthError(what, most)).check(z.trim(), hasLength(what, most));
}

function hasLength(what: string, most = MAX_LENGTH) {
  const fits = ({ length }: string[]) => length > 0 && length <= most;
  return z.refine<string>((given) => fits([...given]), lengthError(what, most));
}

function lengthError(what: string, most = MAX_LENGTH) {
  return `${what} must be a text of 1 to ${most} characters.`;
}

/** Trims a text and replaces each run of spaces, of any width, with one space. */
export function singleSpaced() {
  return z.overwrite<string>((given) => given.trim().replace(/\p{Zs}+/gu, " "));
}

const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name that an operator gives: one line with single spaces and at least one visible character. */
export function nameOf(what: string) {
  const error = `${what} must be one line that can be read, without control characters.`;
  return z.string(lengthError(what)).check(
    singleSpaced(),
    hasLength(what),
    z.refine((given) => given === "" || (isOneLine(given) && SEEN.test(given)), error),
  );
}

/** A UUID, made lower case. `source` is the command that lists the existing ones. */
export function uuid(what: string, source?: string) {
  const advice = source === undefined ? "" : `: "${source}" shows it`;
  const error = `${what} must be given by its uuid${advice}.`;
  return z.string(error).check(
    z.refine((given) => parseUuid(given) !== undefined, error),
    z.toLowerCase(),
  );
}

export function flag(what: string) {
  return z.optional(z.boolean(`${what} must be true or false.`));
}

/** The longest sort key of DynamoDB, in bytes. */
const LONGEST_KEY = 1024;

/** The `next` of a page: the wanted page begins after it. */
export const after = z.optional(text("--after", LONGEST_KEY));

export const name = nameOf("--name");

/** A whole number from 1 to `most`, in `unit`. */
export function wholeNumber(option: string, most: number, unit?: string) {
  const error = `${option} must be a whole number${unit ? ` of ${unit}` : ""} from 1 to ${most}.`;
  return z.int(error).check(z.gte(1, error), z.lte(most, error));
}

/** The option of the command line for a field: `--country-code`. */
export function optionOf(field: string): string {
  return `--${field.replaceAll("_", "-")}`;
}
