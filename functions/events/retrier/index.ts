import { hostLimiter } from "../../../shared/outbound/index.ts";
import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { systemClock } from "../../../shared/time.ts";
import { readSigningKey } from "../signingKey.ts";
import { retrierHandler } from "./handleMessages.ts";

export const handler = withClockCheck(
  retrierHandler({ clock: systemClock, limiter: hostLimiter, signingKey: readSigningKey }),
);
