/**
 * @file The schemas of answers: the envelopes of section 4.1 of the specification, and the errors.
 * For descriptions and types only: endpoint functions do not load them.
 */

import * as z from "zod/mini";

/** The position of a page in its list (section 2.10 of the specification). */
export const pageMetaSchema = z.strictObject({
  per_page: z.int(),
  from: z.int(),
  to: z.int(),
  current_page: z.int(),
  last_page: z.int(),
  total: z.int(),
  next_page_url: z.nullable(z.string()),
  prev_page_url: z.nullable(z.string()),
  first_page_url: z.string(),
  last_page_url: z.string(),
});

export type PageMeta = z.output<typeof pageMetaSchema>;

export function fetchedOf<Schema extends z.ZodMiniType>(data: Schema) {
  return z.strictObject({ data });
}

export function listOf<Schema extends z.ZodMiniType>(resource: Schema) {
  return fetchedOf(z.array(resource));
}

export function pageOf<Schema extends z.ZodMiniType>(resource: Schema) {
  return z.strictObject({ data: z.array(resource), meta: pageMetaSchema });
}

/** The answer to a creation, an update or another action. */
export function doneOf<Schema extends z.ZodMiniType>(message: string, data: Schema) {
  return z.strictObject({ message: textLike(message), success: z.literal(true), data });
}

export function deletedOf(kind: string) {
  return z.strictObject({ success: z.literal(true), message: textLike(`${kind} deleted`) });
}

/** All errors but those of validation (section 7 of the specification). */
export const errorSchema = z.strictObject({ code: z.int(), message: z.string() });

/** Fields that break a rule (section 7 of the specification). */
export const validationErrorSchema = z.strictObject({
  success: z.literal(false),
  message: z.literal("error"),
  errors: z.record(z.string(), z.record(z.string(), z.string())),
});

/** The errors that come from API Gateway: too many requests, or a time-out. */
export const gatewayErrorSchema = z.strictObject({ message: z.string() });

function textLike(example: string) {
  return z.string().check(z.meta({ examples: [example] }));
}
