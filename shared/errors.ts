/** A field's first broken rule and what to tell the caller: `{hostname: {length: "Hostname name must be …"}}`. */
export type FieldErrors = Record<string, Record<string, string>>;

/** The tables that a missing record is reported for. */
export type RecordTable = "users" | "websites" | "businesses" | "competitors" | "webhooks";

export class NotAuthenticated extends Error {}

export class RecordNotFound extends Error {
  readonly table: RecordTable;

  constructor(table: RecordTable) {
    super(`Record not found in table "${table}"`);
    this.table = table;
  }
}

export class ValidationFailed extends Error {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(`Validation failed: ${Object.keys(errors).join(", ")}`);
    this.errors = errors;
  }
}

export class BodyMalformed extends Error {}

export class BodyTooLarge extends Error {}

export class BodyNotJson extends Error {}

/** Too many writes to the same records at once; the same call may succeed a moment later. */
export class TooBusy extends Error {}

/** DynamoDB keeps leaving out what it is asked for; the same call may succeed a moment later. */
export class Overloaded extends Error {}
