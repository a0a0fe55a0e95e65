import { hostLimiter } from "../../../shared/platform/outbound/index.ts";
import { withClockCheck } from "../../../shared/platform/queues/receiveMessages.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { readSigningKey } from "../../../shared/webhooks/signing.ts";
import { delivererHandler } from "./deliverEvents.ts";

export const handler = withClockCheck(
  delivererHandler({ clock: systemClock, limiter: hostLimiter, signingKey: readSigningKey }),
);
