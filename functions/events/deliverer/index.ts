import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { systemClock } from "../../../shared/time.ts";
import { readSigningKey } from "../signingKey.ts";
import { delivererHandler } from "./deliverBatch.ts";

export const handler = withClockCheck(
  delivererHandler({ clock: systemClock, signingKey: readSigningKey }),
);
