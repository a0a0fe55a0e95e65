import { styleText } from "node:util";
import { escapeForTerminal } from "../escapeForTerminal.ts";

/** Logged every minute even without work, which would crowd out the rest. */
const ROUTINE = new Set(["schedule"]);
const COLOURS = { info: "dim", warn: "yellow", error: "red" } as const;

interface LogLine {
  level: keyof typeof COLOURS;
  time: string;
  message: string;
  [field: string]: unknown;
}

/**
 * Writes the functions' log for people where standard output is a terminal, and leaves it JSON in a
 * pipe or a file. LOG_FORMAT=json or text decides otherwise.
 */
export function formatLogOn(stream: NodeJS.WriteStream, format = process.env["LOG_FORMAT"]) {
  if (format === "json" || (format !== "text" && !stream.isTTY)) return;
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? formatLogLine(chunk) : undefined;
    if (text === undefined) return write(chunk, ...rest);
    return text === "" || write(text, ...rest);
  };
}

/** A log line for people; "" for a line to leave out, undefined for text that is not a log line. */
export function formatLogLine(written: string): string | undefined {
  const line = parse(written);
  if (line === undefined) return undefined;
  if ("_aws" in line || (line.level === "info" && ROUTINE.has(line.message))) return "";
  const { level, time, message, stack, ...fields } = line;
  const clock = styleText("dim", new Date(time).toTimeString().slice(0, 8));
  const said = message === "request" ? formatRequest(fields) : formatFields(message, fields);
  // The stack of an expected error helps nobody.
  const trace = level === "error" && typeof stack === "string" ? `\n${clean(stack)}` : "";
  return `${clock}  ${level === "info" ? said : styleText(COLOURS[level], said)}${trace}\n`;
}

function parse(text: string): LogLine | undefined {
  if (!text.startsWith('{"')) return undefined;
  try {
    const line = JSON.parse(text);
    return "_aws" in line || (line.level in COLOURS && "message" in line) ? line : undefined;
  } catch {
    return undefined;
  }
}

function formatRequest({ route, status, duration_ms, request_id }: Record<string, unknown>) {
  // A question about a failed request needs its id.
  const id = Number(status) >= 500 ? `  request_id=${request_id}` : "";
  return `${clean(String(route))}  ${status}  ${duration_ms} ms${id}`;
}

function formatFields(message: string, fields: Record<string, unknown>) {
  const shown = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  return clean([message, ...shown].join("  ")).replaceAll("\n", " ");
}

/** The log contains texts of foreign websites, which must not control the terminal. */
function clean(text: string) {
  return text.split("\n").map(escapeForTerminal).join("\n");
}
