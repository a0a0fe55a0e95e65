import { requireEnv } from "../env.ts";

/** The most bytes of headers, as in browsers. */
export const MAX_HEADER_BYTES = 262_144;

/** The product token that a robots.txt may address (RFC 9309, 2.2.1). */
export const ROBOT_NAME = "ResellerMonitoring";

/** Who sends requests, and where to complain about them. */
function userAgent(): string {
  return `${ROBOT_NAME}/1.0 (+${requireEnv("CONTACT_URL")})`;
}

/** What browsers send when they open a page. Some servers refuse requests without it. */
const BROWSER_HEADERS = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "en-US,en;q=0.9",
};

/** A caller's headers by lower-case name. The client's own headers replace them. */
export function toSentHeaders(
  headers: Record<string, string>,
  { isLenient = false } = {},
): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    accept: "*/*",
    ...(isLenient && BROWSER_HEADERS),
    ...Object.fromEntries(entries),
    "user-agent": userAgent(),
    "accept-encoding": "gzip, deflate, br, zstd",
  };
}

/** Headers whose values must not be joined by commas. */
const LINES = new Set(["location", "set-cookie", "x-robots-tag"]);

/**
 * A response's headers by lower-case name. Different values of one name are joined by commas, those of
 * `LINES` by line feeds. Made from the raw headers, because one named `constructor` or
 * `__proto__` breaks Node's own object.
 */
export function joinHeaders(raw: string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    const value = raw[at + 1] ?? "";
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (!LINES.has(name)) headers[name] = `${before}, ${value}`;
    else if (before !== value) headers[name] = `${before}\n${value}`;
  }
  return headers;
}

/** The three forms of a date in HTTP (RFC 9110, 5.6.7); only the last one does not say that it is GMT. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

/**
 * The milliseconds that a `Retry-After` header asks to wait (RFC 9110, 10.2.3): a number of seconds, rounded up,
 * or an HTTP date; 0 for the past, undefined for anything else.
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text)) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
