import type { ErrorKind, Fault, FieldError } from "./errors.ts";

const KINDS: Record<number, Exclude<ErrorKind, "validation" | "network" | "aborted">> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "bad_request",
  409: "conflict",
  413: "bad_request",
  415: "bad_request",
  429: "rate_limited",
  500: "internal",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/** The fault that an unsuccessful answer reports; `text` is its body, `now` in milliseconds since 1970. */
export function readFault(response: Response, text: string, now: number): Fault {
  const { status, headers } = response;
  const body = parseObject(text);
  const retryAfterMs = readRetryAfter(headers.get("retry-after"), now);
  const message = body["message"];
  const fault = {
    message: typeof message === "string" ? message : `The answer has the status ${status}`,
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterMs,
    // Also a 503 with Retry-After: the write may have been made although the table's answer was lost.
    mayHaveBeenDone: status >= 500,
  };
  if (status !== 422) return { ...fault, kind: KINDS[status] ?? "unexpected" };
  const fields = readFields(body["errors"]);
  const texts = Object.values(fields).map(({ text }) => text);
  return { ...fault, kind: "validation", message: texts.join("; ") || fault.message, fields };
}

/** The three forms of a date in HTTP (RFC 9110, 5.6.7); only the last one does not say that it is GMT. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

/** Milliseconds of a `Retry-After`: seconds, rounded up, or a date; anything else is ignored (RFC 9110, 10.2.3). */
function readRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text)) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** `{hostname: {length: "…"}}` as `{hostname: {rule: "length", text: "…"}}`. */
function readFields(errors: unknown): Record<string, FieldError> {
  const fields: Record<string, FieldError> = {};
  for (const [field, rules] of Object.entries(asObject(errors))) {
    const [broken] = Object.entries(asObject(rules));
    if (broken) fields[field] = { rule: broken[0], text: String(broken[1]) };
  }
  return fields;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
