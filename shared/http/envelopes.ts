/**
 * @file The schemas of responses: the envelopes of section 4.1 of the specification, and the errors.
 * The API's functions import this file as types only, like `shared/resources/schemas.ts`.
 */

import * as z from "zod/mini";
import { described, field, named, nullable, optional } from "../fields/described.ts";

/** The place of a page in its list (section 2.10 of the specification). */
const pageMetaSchema = named(
  "PageMeta",
  z.strictObject({
    per_page: field.int("The highest number of records on a page.", 20),
    from: field.int(
      "The place of the page's first record in the list, from 1; 0 if the page is empty.",
      1,
    ),
    to: field.int("The place of the page's last record in the list; 0 if the page is empty.", 1),
    current_page: field.int("This page.", 1),
    last_page: field.int("The last page; 1 if the list is empty.", 1),
    total: field.int("The number of records in the whole list.", 1),
    next_page_url: nullable(z.string(), "The next page; `null` on the last one.", null),
    prev_page_url: nullable(z.string(), "The previous page; `null` on the first one.", null),
    first_page_url: field.string("The first page.", "https://api.example.com/v1/…?page=1"),
    last_page_url: field.string("The last page.", "https://api.example.com/v1/…?page=1"),
  }),
);

export type PageMeta = z.output<typeof pageMetaSchema>;

/** The place of a page in a list with a cursor. */
const cursorMetaSchema = named(
  "CursorMeta",
  z.strictObject({
    per_page: pageMetaSchema.shape.per_page,
    next_page_url: pageMetaSchema.shape.next_page_url,
  }),
);

export type CursorMeta = z.output<typeof cursorMetaSchema>;

const success = described(z.literal(true), "Always `true`.");

function dataOf<Schema extends z.ZodMiniType>(schema: Schema) {
  return described(schema, "The answer to the request.");
}

export function fetchedOf<Schema extends z.ZodMiniType>(data: Schema) {
  return z.strictObject({ data: dataOf(data) });
}

export function listOf<Schema extends z.ZodMiniType>(resource: Schema) {
  return fetchedOf(z.array(resource));
}

export function pageOf<Schema extends z.ZodMiniType>(resource: Schema) {
  const meta = described(pageMetaSchema, "The place of the page in the list.");
  return z.strictObject({ data: dataOf(z.array(resource)), meta });
}

export function cursorPageOf<Schema extends z.ZodMiniType>(resource: Schema) {
  const meta = described(cursorMetaSchema, "Where the list goes on.");
  return z.strictObject({ data: dataOf(z.array(resource)), meta });
}

/** The answer to a creation, an update or another action. */
export function doneOf<Schema extends z.ZodMiniType>(message: string, data: Schema) {
  return z.strictObject({ message: messageLike(message), success, data: dataOf(data) });
}

export function deletedOf(kind: string) {
  return z.strictObject({ success, message: messageLike(`${kind} deleted`) });
}

function messageLike(example: string) {
  return field.string("What was done, for people to read.", example);
}

const errorMessage = field.string("What is wrong, for people to read.");

const code = field.int("The status of the response.");

/** All errors but those of validation (section 7 of the specification). */
export const errorSchema = named("ServiceError", z.strictObject({ code, message: errorMessage }));

/** Fields that break a rule (section 7 of the specification). */
export const validationErrorSchema = named(
  "ValidationError",
  z.strictObject({
    success: described(z.literal(false), "Always `false`."),
    message: described(z.literal("error"), "Always `error`."),
    errors: described(
      z.record(z.string(), z.record(z.string(), z.string())),
      "For each field, the first rule that it breaks, with a text for people to read. Rules: `required`, `type`, `length`, `format`, `options`, `unique`, `exists`, `min`, `max`, `mismatch`. A nested field is named with a dot: `business.hostname`.",
    ),
  }),
);

/** An error of the service, or of API Gateway itself, which has no code: too many requests, or one that took too long. */
export const gatewayErrorSchema = named(
  "GatewayError",
  z.strictObject({
    code: optional(
      code,
      "The status of the response; absent from an error of the gateway before the service.",
    ),
    message: errorMessage,
  }),
);
