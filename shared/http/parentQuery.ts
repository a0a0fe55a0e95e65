import * as z from "zod/mini";
import { ValidationFailed } from "../errors.ts";
import { parseUuid } from "../uuid.ts";
import { rule } from "./validation.ts";

/** A query parameter that names a record by its UUID, in lower case. Sent twice it is no UUID. */
export function uuidParameter(name: string) {
  return z.pipe(
    z
      .string()
      .check(rule("format", `${name} must be one UUID`, (value) => parseUuid(value) !== undefined)),
    z.transform((value: string) => value.toLowerCase()),
  );
}

/** A creation below a record that does not exist, or that belongs to another reseller. */
export function parentMissing(parameter: string): ValidationFailed {
  return new ValidationFailed({
    [parameter]: { exists: `${parameter} must name an existing record` },
  });
}
