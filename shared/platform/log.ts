import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { optionalEnv } from "./env.ts";

type Level = "info" | "warn" | "error";
type Fields = Record<string, unknown>;

const surroundings = new AsyncLocalStorage<Fields>();

/**
 * Adds fields to all log lines of some work: the id of its request, message or record, and of the
 * reseller.
 */
export function withLogFields<Result>(fields: Fields, work: () => Result): Result {
  return surroundings.run({ ...surroundings.getStore(), ...fields }, work);
}

/** Adds fields to the log lines of the current work. */
export function addLogFields(fields: Fields) {
  Object.assign(logFields(), fields);
}

/** The fields of the current work's log lines. */
export function logFields(): Fields {
  return surroundings.getStore() ?? {};
}

/** Writes one line of JSON to standard output, for CloudWatch. Never pass a header, a body or a key. */
export function log(level: Level, message: string, fields: Fields = {}) {
  const time = new Date().toISOString();
  const function_version = optionalEnv("AWS_LAMBDA_FUNCTION_VERSION");
  const line = { level, time, message, ...logFields(), ...fields, function_version };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The fields of a log line about an error. */
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

/** The beginning of a position in the running file: `/var/task/index.cjs:12:3456`. */
const OWN_FILE = `${import.meta.filename}:`;

let map: SourceMap | null | undefined;

/**
 * Replaces the bundle's positions in a stack with those in the source. The source map is read for the
 * first stack only; Node's `--enable-source-maps` would read it at start.
 */
function readableStack(stack: string): string {
  const [before = "", ...places] = stack.split(OWN_FILE);
  return before + places.map(readablePlace).join("");
}

/** Replaces the position at the start of `place` (`12:3456)`) and keeps the rest. */
function readablePlace(place: string): string {
  const [position, line, column] = /^(\d+):(\d+)/.exec(place) ?? [];
  map ??= readMap();
  const origin = position && map?.findOrigin(Number(line), Number(column));
  if (!origin || !("fileName" in origin)) return OWN_FILE + place;
  const { fileName, lineNumber, columnNumber } = origin;
  return `${fileName}:${lineNumber}:${columnNumber}${place.slice(position.length)}`;
}

function readMap(): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${import.meta.filename}.map`, "utf8")));
  } catch {
    // Code that is not bundled has no source map; its stacks stay as they are.
    return null;
  }
}
