import { Option } from "commander";

type Input = Record<string, unknown>;

/** Runs a command in the operators' function and returns its result. */
export type Ask = (command: string, input: Input) => Promise<unknown>;

/** What a command may need after its first result. */
export interface Tools {
  ask: Ask;
  /** Waits before a look at work that others do. */
  pause(ms: number): Promise<unknown>;
}

/** Continues after a command's result with further commands; returns the result to print instead. */
export type Follow = (result: unknown, tools: Tools) => Promise<unknown>;

/** Runs a command in the operators' function and prints its result, or the result of `follow`. */
export type Run = (command: string, input: Input, follow?: Follow) => Promise<void>;

/** An example at the end of a command's help. */
export function example(command: string): string {
  return `\nExample:\n  npm run -s admin -- ${command}`;
}

/** Parses `a,b` as a list; a repeated option adds to it. */
export function collect(given: string, previous: string[] = []): string[] {
  return [...previous, ...given.split(",").map((part) => part.trim())];
}

export function pageOption(): Option {
  return new Option("--page <number>", "page number; default 1").argParser(Number);
}

/** Help text of an argument that names a website. */
export const WEBSITE = "its uuid or host name; `find` finds it";
