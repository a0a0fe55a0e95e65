/** The first broken rule of each field, and its text: `{hostname: {length: "Hostname must be …"}}`. */
export type FieldErrors = Record<string, Record<string, string>>;

/** The table of the record that a path parameter names, as a 404 names it. */
export const recordTables = {
  user_uuid: "users",
  website_uuid: "websites",
  business_uuid: "businesses",
  competitor_uuid: "competitors",
  finding_uuid: "findings",
  maintenance_window_uuid: "maintenance_windows",
  prospect_uuid: "prospects",
  share_uuid: "shares",
  webhook_uuid: "webhooks",
  delivery_uuid: "deliveries",
  deletion_uuid: "deletions",
} as const;

export type RecordTable = (typeof recordTables)[keyof typeof recordTables];

/** The request has no valid API key: 401. */
export class NotAuthenticated extends Error {}

/** The key is valid, but not for this request or from this address: 403. The message says what to do. */
export class Forbidden extends Error {}

/** The reseller has no record with the identifier in the path: 404, with the table. */
export class RecordNotFound extends Error {
  readonly table: RecordTable;

  constructor(table: RecordTable) {
    super(`Record not found in table "${table}"`);
    this.table = table;
  }
}

/** Fields of the request break a rule: 422. */
export class ValidationFailed extends Error {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(`Validation failed: ${Object.keys(errors).join(", ")}`);
    this.errors = errors;
  }
}

/** The body is not valid JSON, or not an object: 400. */
export class BodyMalformed extends Error {}

/** The body is too large: 413. */
export class BodyTooLarge extends Error {}

/** The body has another content type than JSON: 415. */
export class BodyNotJson extends Error {}

/** Too many writes to the same records at once: 429. A retry may succeed. */
export class TooBusy extends Error {}

/** A limit is reached: 429. The message is for the caller. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = Math.ceil(retryAfterSeconds);
  }
}

/** The first request with this idempotency key is still running: 409. */
export class RequestUnderWay extends Error {
  constructor() {
    super("A request with this Idempotency-Key is under way");
  }
}

/** DynamoDB or SQS keeps refusing requests, or something of ours is out of order: 503. A retry may succeed. */
export class Overloaded extends Error {}
