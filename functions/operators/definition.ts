import * as z from "zod/mini";

/** The permission that a command needs: the alias of the operators' function that runs it. */
export type CommandKind = "read" | "write";

/** The kinds of records that a field can name instead of giving the uuid. */
export type NamedKind = "reseller" | "website";

/** A field of a command's input. The command line, the help and the validation follow from it. */
export interface Field<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** On the command line: `<uuid>` is an argument, `--name <name>` an option, `--yes` a switch. */
  usage?: string;
  help?: string;
  schema: Schema;
  /** The field takes the name of such a record, too. The function replaces the name by the uuid. */
  names?: NamedKind;
}

/** An operators' command, without what it does. */
export interface Definition<Fields extends Record<string, Field> = Record<string, Field>> {
  summary: string;
  /** A function if the kind depends on the input. */
  kind: CommandKind | ((input: Record<string, unknown>) => CommandKind);
  /** The command line of an example, without `npm run -s admin --`. */
  example: string;
  fields: Fields;
}

/** The permission that a command needs with this input. */
export function kindOf({ kind }: Definition, input: Record<string, unknown>): CommandKind {
  return typeof kind === "function" ? kind(input) : kind;
}

/** The checked input of a command. */
export type InputOf<Defined> =
  Defined extends Definition<infer Fields>
    ? z.output<z.ZodMiniObject<{ [Name in keyof Fields]: Fields[Name]["schema"] }, z.core.$strict>>
    : never;

/** The operator asked for something that can't be done; the message says what to do instead. */
export class WrongInput extends Error {}

/** Checks the input of a command; throws WrongInput with a sentence for each wrong field. */
export function parseInput<Fields extends Record<string, Field>>(
  { fields }: Definition<Fields>,
  input: unknown,
): InputOf<Definition<Fields>> {
  const names = Object.keys(fields).join(", ") || "none";
  const schema = z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])),
    {
      error: ({ code, keys }) =>
        code === "unrecognized_keys"
          ? `There is no field ${keys} here: it takes ${names}.`
          : "The input must be an object.",
    },
  );
  const { success, data, error } = schema.safeParse(input);
  if (success) return data as InputOf<Definition<Fields>>;
  throw new WrongInput(error.issues.map(({ message }) => message).join(" "));
}
