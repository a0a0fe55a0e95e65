export {
  type Answer,
  type CallArguments,
  type Client,
  type ClientOptions,
  createClient,
  type PathOf,
  type WebhookEvent,
} from "./client.ts";
export {
  type ApiError,
  ApiFailure,
  type ErrorKind,
  type FieldError,
  orThrow,
  type Result,
} from "./errors.ts";
export type * from "./schema.ts";
export type { Clock } from "./send.ts";
