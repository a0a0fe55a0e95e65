/** A field's first broken rule and what to tell the caller: `{hostname: {length: "Hostname name must be …"}}`. */
export type FieldErrors = Record<string, Record<string, string>>;

/** The tables that a missing record is reported for. */
export type RecordTable =
  | "users"
  | "websites"
  | "businesses"
  | "competitors"
  | "maintenance_windows"
  | "webhooks"
  | "deliveries";

/** No valid API key came with the request: 401. */
export class NotAuthenticated extends Error {}

/** The key is good, but not for this, or not from there: 403. The message says what to do. */
export class Forbidden extends Error {}

/** The path names no record of the reseller: 404, with the table. */
export class RecordNotFound extends Error {
  readonly table: RecordTable;

  constructor(table: RecordTable) {
    super(`Record not found in table "${table}"`);
    this.table = table;
  }
}

/** Fields of the request that break a rule: 422. */
export class ValidationFailed extends Error {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(`Validation failed: ${Object.keys(errors).join(", ")}`);
    this.errors = errors;
  }
}

/** A body that is not valid JSON, or not an object: 400. */
export class BodyMalformed extends Error {}

/** A body larger than the API takes: 413. */
export class BodyTooLarge extends Error {}

/** A body of another content type than JSON: 415. */
export class BodyNotJson extends Error {}

/** The record is not what the request's If-Match or If-None-Match asks for: 412. */
export class PreconditionFailed extends Error {}

/** Too many writes to the same records at once; the same call may succeed a moment later. */
export class TooBusy extends Error {}

/** More of something than is allowed at a time; the message is for the caller, who may ask again then. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A request with the same idempotency key has not been answered yet: 409. */
export class RequestUnderWay extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("A request with this Idempotency-Key is under way");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** DynamoDB keeps refusing or leaving out what it is asked for, or SQS takes no message; the same call may succeed a moment later. */
export class Overloaded extends Error {}
