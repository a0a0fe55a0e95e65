import { appendFileSync, renameSync, statSync } from "node:fs";
import { format as formatSaid, styleText } from "node:util";
import { log } from "../../shared/log.ts";
import { escapeForTerminal } from "../cli/escapeForTerminal.ts";

/** How lines of the functions' log begin, and those with metrics. */
const LOG_LINE = /^\{"(?:level|_aws)":/;
const MOST_BYTES = 10_000_000;
/** Logged every minute even without work, which would crowd out the rest. */
const ROUTINE = new Set(["schedule"]);
const COLOURS = { info: "dim", warn: "yellow", error: "red" } as const;

interface LogLine {
  level: keyof typeof COLOURS;
  time: string;
  message: string;
  [field: string]: unknown;
}

type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

/**
 * Sends log lines, and what is written with `console.error`, to a file; LOG_FORMAT=json or text prints them instead.
 * All other output is printed.
 */
export function directLog(
  file: string,
  format = process.env["LOG_FORMAT"],
  stream: NodeJS.WriteStream = process.stdout,
) {
  const print = stream.write.bind(stream) as Write;
  const append = appendTo(file);
  stream.write = ((chunk: unknown, ...rest: unknown[]) => {
    const line = typeof chunk === "string" && LOG_LINE.test(chunk) ? chunk : undefined;
    if (line === undefined || format === "json") return print(chunk, ...rest);
    if (!format) return append(line);
    const text = formatLogLine(line);
    return text === "" || print(text, ...rest);
  }) satisfies Write;
  console.error = (...said: unknown[]) => log("error", formatSaid(...said));
}

/** Appends to a file that is begun anew when it is long; one earlier file is kept. */
function appendTo(path: string): (line: string) => boolean {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return (line) => {
    try {
      if (size > MOST_BYTES) {
        renameSync(path, `${path}.1`);
        size = 0;
      }
      appendFileSync(path, line, { mode: 0o600 });
      size += line.length;
    } catch {
      // A full disk shows at the data, which ends the service with a sentence.
    }
    return true;
  };
}

/** A log line for people; "" for a line to leave out. */
export function formatLogLine(written: string): string {
  const line: LogLine = JSON.parse(written);
  if ("_aws" in line || (line.level === "info" && ROUTINE.has(line.message))) return "";
  const { level, time, message, stack, ...fields } = line;
  const clock = styleText("dim", new Date(time).toTimeString().slice(0, 8));
  const said = message === "request" ? formatRequest(fields) : formatFields(message, fields);
  // The stack of an expected error helps nobody.
  const trace = level === "error" && typeof stack === "string" ? `\n${clean(stack)}` : "";
  return `${clock}  ${level === "info" ? said : styleText(COLOURS[level], said)}${trace}\n`;
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
