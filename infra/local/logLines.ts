import { appendFileSync, renameSync, statSync } from "node:fs";
import { format } from "node:util";
import { log } from "../../shared/platform/log.ts";

/** How lines of the functions' log begin, and those with metrics. */
const LOG_LINE = /^\{"(?:level|_aws)":/;
const MOST_BYTES = 10_000_000;

type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

/**
 * Sends log lines, and what is written with `console.error`, to a file; LOG_FORMAT=json prints them instead. All
 * other output is printed.
 */
export function directLog(
  file: string,
  isPrinted = process.env["LOG_FORMAT"] === "json",
  stream: NodeJS.WriteStream = process.stdout,
) {
  const print = stream.write.bind(stream) as Write;
  const append = appendTo(file);
  stream.write = ((chunk: unknown, ...rest: unknown[]) => {
    const isLogged = !isPrinted && typeof chunk === "string" && LOG_LINE.test(chunk);
    return isLogged ? append(chunk) : print(chunk, ...rest);
  }) satisfies Write;
  console.error = (...words: unknown[]) => log("error", format(...words));
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
