/** The first broken rule of each field, with the text for the caller: `{hostname: {length: "Hostname name must be …"}}`. */
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

/** The key is valid, but not for this request or this address: 403. The message says what to do. */
export class Forbidden extends Error {}

/** The reseller has no record with the identifier in the path: 404, with the table. */
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

/** The record does not meet the request's If-Match or If-None-Match: 412. */
export class PreconditionFailed extends Error {}

/** Too many writes to the same records at once; the same call may succeed a moment later. */
export class TooBusy extends Error {}

/** A limit is reached: 429. The message is for the caller. */
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

/** DynamoDB or SQS keeps refusing requests; the same call may succeed a moment later. */
export class Overloaded extends Error {}
