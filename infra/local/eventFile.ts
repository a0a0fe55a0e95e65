import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Problem } from "./problem.ts";
import { readDemo } from "./seed.ts";

const STDIN = 0;
const WRONG_INPUT_EXIT_CODE = 2;
/** Placeholders for what only the table knows: `prepareEvent` replaces them. */
const FROM_TABLE = new Set(["uptime_due_at", "audit_due_at"]);

/** The event in a file (`-` is standard input), its placeholders replaced by what DATA_DIR has. */
export function readEvent(file: string, dataDir: string): Record<string, unknown> {
  return parse(replacePlaceholders(readText(file), dataDir));
}

function readText(file: string): string {
  // npm runs scripts in the project's folder, whichever the caller stands in.
  const path = file === "-" ? STDIN : resolve(process.env["INIT_CWD"] ?? "", file);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw wrongInput(`The event can't be read: ${describe(error)}`);
  }
}

function parse(text: string): Record<string, unknown> {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    throw wrongInput(`The event is not JSON: ${describe(error)}`);
  }
  if (typeof event === "object" && event !== null && !Array.isArray(event)) return { ...event };
  throw wrongInput("The event must be a JSON object.");
}

function replacePlaceholders(text: string, dataDir: string): string {
  return text.replaceAll(/\{\{([\w-]+)\}\}/g, (placeholder, name: string) => {
    const demo = readDemo(dataDir);
    if (!demo) {
      throw new Problem(
        `The event names {{${name}}}, and ${dataDir} has no demo yet: "npm start" makes it.`,
      );
    }
    const { key, ...records } = demo;
    const value = new Map(Object.entries({ "demo-key": key, ...records })).get(name);
    if (value !== undefined) return value;
    if (FROM_TABLE.has(name)) return placeholder;
    throw wrongInput(`There is no placeholder {{${name}}}; see --help.`);
  });
}

const wrongInput = (message: string) => new Problem(message, WRONG_INPUT_EXIT_CODE);
const describe = (error: unknown) => (error instanceof Error ? error.message : error);
