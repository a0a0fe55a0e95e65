/** The result of a call: the body of the answer, or what went wrong. Nothing is thrown. */
export type Result<Data> =
  | { data: Data; error?: undefined }
  | { data?: undefined; error: ApiError };

/** The rule that a field breaks: `length`, `required` …, and a text for people. */
export interface FieldError {
  rule: string;
  text: string;
}

/** The fields that only errors of one kind have. */
interface Kinds {
  /** 422: fields or query parameters break a rule. A nested one is named `business.hostname`. */
  validation: { fields: Record<string, FieldError> };
  /** 401: the key is missing, wrong, revoked or expired. */
  unauthorized: object;
  /** 403: the key is good, but not for this, or not from this address. */
  forbidden: object;
  /** 404: there is no such record, or it is not yours. */
  not_found: object;
  /** 409: the same request is still being processed. */
  conflict: object;
  /** 400, 405, 413, 415: the service does not accept a request of this form. */
  bad_request: object;
  /** 429: too many requests, or too many changes of the same records, at once. */
  rate_limited: object;
  /** 502, 503, 504: the service is busy or cannot be reached. */
  unavailable: object;
  /** 500: an error of the service. Quote `requestId` when you ask for help. */
  internal: object;
  /** An answer that does not come from the service: a redirect, an unknown status, another origin's page. */
  unexpected: object;
  /** No connection, or one that broke before the answer was whole. */
  network: { cause: unknown };
  /** No answer within `timeoutMs`. */
  timeout: object;
  /** Your `signal` ended the call. */
  aborted: { cause: unknown };
}

export type ErrorKind = keyof Kinds;

/** What went wrong with one attempt. */
export type Fault = {
  [Kind in ErrorKind]: Kinds[Kind] & {
    kind: Kind;
    /** A text for people. */
    message: string;
    /** The status of the answer; undefined when none came. */
    status: number | undefined;
    /** The id of the request in the service's log. */
    requestId: string | undefined;
    /** How long to wait until the same request may succeed, as the service says. */
    retryAfterMs: number | undefined;
    /** Whether the change may have been made anyway; false for requests that only read. */
    mayHaveBeenDone: boolean;
  };
}[ErrorKind];

/** What went wrong with a call, told apart by `kind`. */
export type ApiError = Fault & {
  /** How many requests were made. */
  attempts: number;
};

/** Thrown by `orThrow` and `items`, with the error. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(`${error.kind}: ${error.message}`);
    this.error = error;
  }
}

/** The data of a result. Throws an `ApiFailure` if the result is an error. */
export async function orThrow<Data>(result: Result<Data> | Promise<Result<Data>>): Promise<Data> {
  const { data, error } = await result;
  if (error !== undefined) throw new ApiFailure(error);
  return data as Data;
}
