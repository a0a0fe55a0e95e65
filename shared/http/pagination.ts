import * as z from "zod/mini";
import { described, optional } from "../fields/described.ts";
import { rule } from "../fields/validationErrors.ts";
import type { Page } from "../lists/readPage.ts";
import type { CursorMeta, PageMeta } from "./envelopes.ts";
import { type ApiEvent, originOf } from "./event.ts";

const PER_PAGE = 20;
const MAX_PER_PAGE = 100;

/** Whether a text is a whole number that JavaScript represents exactly. */
function isInteger(value: string): boolean {
  return /^-?[0-9]+$/.test(value) && Number.isSafeInteger(Number(value));
}

function positiveInteger(label: string, ...more: ReturnType<typeof rule<string>>[]) {
  return z.pipe(
    z.string().check(
      rule("type", `${label} must be a whole number`, isInteger, {
        keywords: { type: "integer" },
      }),
      rule("min", `${label} must be >= 1`, (value) => Number(value) >= 1, {
        keywords: { minimum: 1 },
      }),
      ...more,
    ),
    z.transform(Number),
  );
}

const pageSizeLimit = rule<string>(
  "max",
  `Page size must be <= ${MAX_PER_PAGE}`,
  (value) => Number(value) <= MAX_PER_PAGE,
  { keywords: { maximum: MAX_PER_PAGE } },
);

/** The query parameters of a list with page numbers and this default page size. */
export function pageQueryOf(perPage: number) {
  return {
    page: described(
      z._default(positiveInteger("Page"), 1),
      "The page of the list; after the last one, `data` is empty.",
      1,
    ),
    per_page: described(
      z._default(positiveInteger("Page size", pageSizeLimit), perPage),
      "The highest number of records on a page.",
      20,
    ),
  };
}

/** The query parameters of a list with a cursor: the place of a page's last record, which ends with its uuid. */
export const cursorQuery = {
  per_page: pageQueryOf(PER_PAGE).per_page,
  cursor: optional(
    z.pipe(
      z
        .string()
        .check(rule("format", "Cursor must be as meta.next_page_url has it", isEncodedPlace)),
      z.transform(decodeCursor),
    ),
    "Where the page begins, as `meta.next_page_url` has it; default: at the beginning of the list.",
  ),
};

/** The most bytes of a place in an index, which may begin with a text. */
const MOST_BYTES = 950;

function isEncodedPlace(value: string): boolean {
  const place = decodeCursor(value);
  const isWhole = encodeCursor(place) === value && Buffer.byteLength(place) <= MOST_BYTES;
  return isWhole && /(?:^|#)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(place);
}

function encodeCursor(place: string): string {
  return Buffer.from(place).toString("base64url");
}

function decodeCursor(cursor: string): string {
  return Buffer.from(cursor, "base64url").toString();
}

/** The query parameters of a list with page numbers and the usual page size. */
export const pageQuery = pageQueryOf(PER_PAGE);

interface PageQuery {
  page: number;
  per_page: number;
}

/** The offset and the length of the requested page. */
export function offsetOf({ page, per_page }: PageQuery) {
  return { offset: (page - 1) * per_page, limit: per_page };
}

/** The envelope of a page: its resources and its place in the list (section 2.10 of the specification). */
export function paginated<Resource>(
  event: ApiEvent,
  { page, per_page }: PageQuery,
  { records, total }: Page<Resource>,
): { data: Resource[]; meta: PageMeta } {
  const first = (page - 1) * per_page + 1;
  const lastPage = Math.max(1, Math.ceil(total / per_page));
  const url = (number: number) => urlWith(event, "page", String(number));
  return {
    data: records,
    meta: {
      per_page,
      from: records.length > 0 ? first : 0,
      to: records.length > 0 ? first + records.length - 1 : 0,
      current_page: page,
      last_page: lastPage,
      total,
      next_page_url: page < lastPage ? url(page + 1) : null,
      prev_page_url: page > 1 ? url(Math.min(page - 1, lastPage)) : null,
      first_page_url: url(1),
      last_page_url: url(lastPage),
    },
  };
}

/** The envelope of a page of a list with a cursor; `next` is the place of its last record if there are more. */
export function continued<Resource>(
  event: ApiEvent,
  { per_page }: { per_page: number },
  { records, next }: { records: Resource[]; next: string | undefined },
): { data: Resource[]; meta: CursorMeta } {
  const next_page_url = next === undefined ? null : urlWith(event, "cursor", encodeCursor(next));
  return { data: records, meta: { per_page, next_page_url } };
}

/** The absolute URL of the same request with another value of a parameter. */
export function urlWith(event: ApiEvent, name: string, value: string): string {
  const parameters = new URLSearchParams(event.rawQueryString);
  parameters.set(name, value);
  return `${originOf(event)}${event.requestContext.http.path}?${parameters}`;
}
