import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { systemClock } from "../../../shared/time.ts";
import { readSigningKey } from "../signingKey.ts";
import { retrierHandler } from "./workOffBatch.ts";

export const handler = withClockCheck(
  retrierHandler({ clock: systemClock, signingKey: readSigningKey }),
);
