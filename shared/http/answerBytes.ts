/**
 * How many bytes a part of an answer takes of the 6 MB that a function may return: its JSON is a
 * string within the function's own, so that each quotation mark and backslash is escaped once more.
 */
export function answerBytes(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(part))) - '""'.length;
}
