/** A status that may be a website's answer; 1xx comes before it. */
const STATUS = /^[1-9]\d\d$/;
const START = /^.{0,4}?(?:http|icy)(?:\/(\d+)\.(\d+))?(.*)$/is;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Headers that concern the connection. */
const FRAMING = new Set(["content-length", "transfer-encoding", "connection", "upgrade"]);

/** An answer's head as Node's strict parser takes it. */
interface TidyHead {
  status: number;
  isChunked: boolean;
  text: string;
}

/** Whether this line begins an answer for a browser: up to four characters may precede `HTTP`. */
export function isStatusLine(line: string): boolean {
  return START.test(line);
}

/**
 * Rewrites the lines of an answer's head as Chromium reads them: without a status it is 200; lines without a
 * colon or with an impossible name are left out, folded ones joined; `chunked` wins over a length, and a
 * length that is no number does not count. Undefined if Chromium refuses the head.
 */
export function tidyHead([first = "", ...lines]: string[]): TidyHead | undefined {
  const [start, major = 1, minor = 0, rest = ""] = START.exec(first) ?? [];
  const hasNul = first.includes("\0") || lines.some((line) => line.includes("\0"));
  if (start === undefined || hasNul) return undefined;
  const space = rest.indexOf(" ");
  const [digits] = (space === -1 ? "" : rest.slice(space).trimStart()).match(/^\d+/) ?? ["200"];
  if (!STATUS.test(digits)) return undefined;

  const fields = readFields(lines);
  const isChunked =
    Number(major) + Number(minor) / 10 > 1 && valuesOf(fields, "transfer-encoding").has("chunked");
  const lengths = isChunked ? new Set<string>() : valuesOf(fields, "content-length");
  if (lengths.size > 1) return undefined;
  const [length = ""] = lengths;
  const kept = fields.filter(([name]) => !FRAMING.has(name.toLowerCase()));
  if (isChunked) kept.push(["transfer-encoding", "chunked"]);
  if (/^\d{1,15}$/.test(length)) kept.push(["content-length", length]);
  const head = [`HTTP/1.1 ${digits} `, ...kept.map(([name, value]) => `${name}: ${value}`)];
  const text = [...head, "connection: close", "", ""].join("\r\n");
  return { status: Number(digits), isChunked, text };
}

type Field = [name: string, value: string];

function readFields(lines: string[]): Field[] {
  const fields: Field[] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last) last[1] += ` ${clean(line)}`;
      continue;
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (TOKEN.test(name)) fields.push([name, clean(line.slice(colon + 1))]);
  }
  return fields;
}

/** A header's value without control characters. */
function clean(value: string): string {
  return value.replace(/[^ -~\x80-\xff]/g, " ").trim();
}

function valuesOf(fields: Field[], wanted: string): Set<string> {
  const values = fields.flatMap(([name, value]) =>
    name.toLowerCase() === wanted ? value.toLowerCase().split(",") : [],
  );
  return new Set(values.map((value) => value.trim()));
}
