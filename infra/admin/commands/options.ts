import { Option } from "commander";

type Input = Record<string, unknown>;

/** Has the operators' function run a command, and returns its result. */
export type Ask = (command: string, input: Input) => Promise<unknown>;

/** Goes on from the result of a command, asking for more; returns what is to be printed instead. */
export type Follow = (result: unknown, ask: Ask) => Promise<unknown>;

/** Has the operators' function run a command, and prints its result, or what `follow` makes of it. */
export type Run = (command: string, input: Input, follow?: Follow) => Promise<void>;

/** The end of a command's help. */
export function example(command: string): string {
  return `\nExample:\n  npm run -s admin -- ${command}`;
}

/** Takes `a,b` as a list; an option that is given again adds to its list. */
export function collect(given: string, previous: string[] = []): string[] {
  return [...previous, ...given.split(",").map((part) => part.trim())];
}

export function pageOption(): Option {
  return new Option("--page <number>", "which page; without it, the first").argParser(Number);
}

/** What an argument that names a website may be. */
export const WEBSITE = "its uuid or host name; `find` shows which there are";
