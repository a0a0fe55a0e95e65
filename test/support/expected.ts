import { expect } from "vitest";
import type { FieldErrors, RecordTable } from "../../shared/platform/errors.ts";

export const UUID: string = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const TIMESTAMP: string = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

/** A whole JSON response, to compare with what `call` returns. */
function response(status: number, body: unknown, headers: Record<string, string> = {}) {
  return {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "x-request-id": UUID,
      ...headers,
    },
    body,
  };
}

/** A response with status 200. Further headers are allowed; `call` compares them with the description. */
export function ok(body: unknown) {
  const { headers, ...rest } = response(200, body);
  return { ...rest, headers: expect.objectContaining(headers) };
}

/** Status 422 with a broken rule for each field. */
export function invalid(errors: FieldErrors) {
  return response(422, { success: false, message: "error", errors });
}

export function notFound(table: RecordTable) {
  return problem(404, `Record not found in table "${table}"`);
}

export function unauthorized() {
  return problem(401, "Authentication is required to continue");
}

export function problem(code: number, message: string, headers?: Record<string, string>) {
  return response(code, { code, message }, headers);
}

/** The cursor of a page that begins after a place. */
export function cursorAt(place: string): string {
  return Buffer.from(place).toString("base64url");
}

/** The meta of the last page of a list with a cursor. */
export const lastPage = { per_page: 20, next_page_url: null };

/** The meta of a list that fits on one page, changed by `more`. */
export function meta(total: number, url: string, more: Record<string, unknown> = {}) {
  return {
    per_page: 20,
    from: Math.min(total, 1),
    to: total,
    current_page: 1,
    last_page: 1,
    total,
    next_page_url: null,
    prev_page_url: null,
    first_page_url: url,
    last_page_url: url,
    ...more,
  };
}

/** What errors call a field: "Address line 1" for `business.address_line_1`, "User UUID" for `userUuid`. */
export function labelOf(field: string): string {
  const name = field.split(".").at(-1) ?? field;
  const words = name.replace(/_?uuid$/i, " UUID").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
