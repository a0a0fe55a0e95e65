import { hostLimiter } from "../../../shared/platform/outbound/index.ts";
import { withClockCheck } from "../../../shared/platform/queues/clockCheck.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { readSigningKey } from "../../../shared/webhooks/signingKey.ts";
import { retrierHandler } from "./handleMessages.ts";

export const handler = withClockCheck(
  retrierHandler({ clock: systemClock, limiter: hostLimiter, signingKey: readSigningKey }),
);
