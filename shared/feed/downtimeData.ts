import * as z from "zod/mini";

/** The `data` of a feed item of type `downtime`: the website went down, or came back. */
export const downtimeData = z.strictObject({
  /** What the check came to: `dns`, `refused`, `timeout`, `tls`, `http 503` ..., or `up`. */
  outcome: z.string(),
  down_since: z.string(),
  /** Where it came back. */
  up_since: z.optional(z.string()),
  duration_seconds: z.optional(z.int().check(z.nonnegative())),
});
