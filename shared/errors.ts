/** A field's first broken rule and what to tell the caller: `{hostname: {length: "Hostname name must be …"}}`. */
export type FieldErrors = Record<string, Record<string, string>>;

/** The tables that a missing record is reported for. */
export type RecordTable = "websites" | "businesses" | "competitors" | "webhooks";

/** What a caller may be told. Anything else that is thrown is answered as an internal error. */
export abstract class ServiceError extends Error {}

export class NotAuthenticated extends ServiceError {}

export class RecordNotFound extends ServiceError {
  readonly table: RecordTable;

  constructor(table: RecordTable) {
    super(`Record not found in table "${table}"`);
    this.table = table;
  }
}

export class ValidationFailed extends ServiceError {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(`Validation failed: ${Object.keys(errors).join(", ")}`);
    this.errors = errors;
  }
}

export class BodyMalformed extends ServiceError {}

export class BodyTooLarge extends ServiceError {}

export class BodyNotJson extends ServiceError {}

/** Too many writes to the same records at once; the same call may succeed a moment later. */
export class TooBusy extends ServiceError {}
