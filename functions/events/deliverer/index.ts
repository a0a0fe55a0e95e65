import { hostLimiter } from "../../../shared/outbound/index.ts";
import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { systemClock } from "../../../shared/time.ts";
import { readSigningKey } from "../signingKey.ts";
import { delivererHandler } from "./deliverEvents.ts";

export const handler = withClockCheck(
  delivererHandler({ clock: systemClock, limiter: hostLimiter, signingKey: readSigningKey }),
);
