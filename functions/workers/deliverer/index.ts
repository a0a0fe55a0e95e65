import { hostLimiter } from "../../../shared/platform/outbound/index.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { readSigningKey } from "../../../shared/webhooks/signing.ts";
import { delivererHandler } from "./deliverEvents.ts";

export const handler = delivererHandler({
  clock: systemClock,
  limiter: hostLimiter,
  signingKey: readSigningKey,
});
