import { appendFileSync, rmSync, statSync } from "node:fs";
import { format, styleText } from "node:util";
import { log } from "../../shared/platform/log.ts";
import { escapeForTerminal } from "../cli/terminal.ts";

/** How lines of the functions' log begin, and those with metrics. */
const LOG_LINE = /^\{"(?:level|_aws)":/;
const MOST_BYTES = 10_000_000;
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
  logFormat = process.env["LOG_FORMAT"],
  stream: NodeJS.WriteStream = process.stdout,
) {
  const print = stream.write.bind(stream) as Write;
  const append = appendTo(file);
  stream.write = ((chunk: unknown, ...rest: unknown[]) => {
    // Threads pass on several lines at once, as bytes.
    const text = String(chunk);
    if (logFormat === "json" || !LOG_LINE.test(text)) return print(chunk, ...rest);
    if (logFormat !== "text") return append(text);
    return print(text.trimEnd().split("\n").map(formatLogLine).join(""));
  }) satisfies Write;
  console.error = (...words: unknown[]) => log("error", format(...words));
}

/** A log line for people; "" for one with metrics only. */
function formatLogLine(json: string): string {
  const line: LogLine = JSON.parse(json);
  if ("_aws" in line) return "";
  const { level, time, message, stack, ...fields } = line;
  const shown = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  // The log contains texts of foreign websites, which must not control the terminal.
  const text = escapeForTerminal([message, ...shown].join("  ").replaceAll("\n", " "));
  // The stack of an expected error helps nobody.
  const lines = level === "error" && typeof stack === "string" ? stack.split("\n") : [];
  const clock = styleText("dim", new Date(time).toTimeString().slice(0, 8));
  return `${[`${clock}  ${styleText(COLOURS[level], text)}`, ...lines.map(escapeForTerminal)].join("\n")}\n`;
}

/** Appends to a file, which is begun anew if it is long by then. */
function appendTo(path: string): (line: string) => boolean {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size > MOST_BYTES) rmSync(path);
  return (line) => {
    try {
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      // A log that can't be written ends no request.
    }
    return true;
  };
}
