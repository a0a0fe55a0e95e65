import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { optionalEnv } from "./env.ts";

type Level = "info" | "warn" | "error";
type Fields = Record<string, unknown>;

const surroundings = new AsyncLocalStorage<Fields>();

/**
 * Does some work, whose log lines have these fields, however deep they are written: the id of the
 * request, message or record that it is about, and whose that is.
 */
export function withLogFields<Result>(fields: Fields, work: () => Result): Result {
  return surroundings.run({ ...surroundings.getStore(), ...fields }, work);
}

/** Gives the lines of the work that is being done further fields, once they are known. */
export function addLogFields(fields: Fields) {
  Object.assign(logFields(), fields);
}

/** The fields that lines have here. */
export function logFields(): Fields {
  return surroundings.getStore() ?? {};
}

/**
 * Writes one line of JSON to standard output, which CloudWatch takes as it stands. Never give it
 * a header, a body or a key.
 */
export function log(level: Level, message: string, fields: Fields = {}) {
  const time = new Date().toISOString();
  const function_version = optionalEnv("AWS_LAMBDA_FUNCTION_VERSION");
  const line = { level, time, message, ...logFields(), ...fields, function_version };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** What a log line says of something thrown. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack = "", cause } = error;
  return {
    error: name,
    error_message: message,
    stack: readableStack(stack),
    cause: cause && String(cause),
  };
}

/** How a place in the file that runs begins: `/var/task/index.cjs:12:3456`. */
const OWN_FILE = `${import.meta.filename}:`;

let map: SourceMap | null | undefined;

/**
 * A stack with files and lines of this repository in the place of those of the bundle, whose source
 * map lies beside it. That is read for the first stack: Node's own `--enable-source-maps` reads it as
 * the bundle is loaded.
 */
export function readableStack(stack: string): string {
  const [before = "", ...places] = stack.split(OWN_FILE);
  return before + places.map(readablePlace).join("");
}

/** `12:3456)` and what follows it, as the place in the repository and the same. */
function readablePlace(place: string): string {
  const [found, line, column] = /^(\d+):(\d+)/.exec(place) ?? [];
  map ??= readMap();
  const origin = found && map?.findOrigin(Number(line), Number(column));
  if (!origin || !("fileName" in origin)) return OWN_FILE + place;
  const { fileName, lineNumber, columnNumber } = origin;
  return `${fileName}:${lineNumber}:${columnNumber}${place.slice(found.length)}`;
}

function readMap(): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${import.meta.filename}.map`, "utf8")));
  } catch {
    // None is there, as where nothing is bundled, or none that can be read: stacks stay as they are.
    return null;
  }
}
