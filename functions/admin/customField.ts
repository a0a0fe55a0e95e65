import * as z from "zod/mini";
import { WrongInput } from "./command.ts";
import { text } from "./fields.ts";

const MOST_OPTIONS = 100;
const COUNT = `--options takes 1 to ${MOST_OPTIONS} choices, separated by commas.`;
const DISTINCT = "--options must not name a choice twice.";

export const fieldType = z.enum(["text", "select"], "--type must be text or select.");

export const fieldOptions = z.array(text("Each of the --options"), COUNT).check(
  z.minLength(1, COUNT),
  z.maxLength(MOST_OPTIONS, COUNT),
  z.refine((options) => new Set(options).size === options.length, DISTINCT),
);

/** Throws WrongInput unless a select comes with options, and a text field without. */
export function assertFittingOptions(type: z.output<typeof fieldType>, options?: string[]) {
  if (type === "select" && options === undefined) {
    throw new WrongInput("A select field needs --options: its choices, separated by commas.");
  }
  if (type === "text" && options !== undefined) {
    throw new WrongInput("A text field takes no --options: leave them out, or use --type select.");
  }
}
