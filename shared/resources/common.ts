import * as z from "zod/mini";

/** An identifier of a resource. */
export const uuid = z.uuid();

/** A time as the API writes it (section 2 of the specification): `2026-01-31T09:30:00+00:00`. */
export const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/));
