import { hostLimiter } from "../../../shared/platform/outbound/index.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { readSigningKey } from "../../../shared/webhooks/signing.ts";
import { retrierHandler } from "./sendDue.ts";

export const handler = retrierHandler({
  clock: systemClock,
  limiter: hostLimiter,
  signingKey: readSigningKey,
});
