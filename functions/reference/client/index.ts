export type { Answer, CallArguments, PathOf } from "./calls.ts";
export { type Client, type ClientOptions, createClient } from "./client.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  type ApiError,
  ApiFailure,
  type ErrorKind,
  type FieldError,
  orThrow,
  type Result,
} from "./errors.ts";
export type * from "./schema.ts";
export {
  type Delivered,
  type VerificationError,
  verifyWebhook,
  type WebhookEvent,
  type WebhookRequest,
} from "./webhooks.ts";
