import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { countingFailedCalls } from "../../../shared/queues/countFailedCalls.ts";
import { systemClock } from "../../../shared/time.ts";
import { latestSlot, roundsHandler } from "./runRounds.ts";

export const handler = countingFailedCalls(
  withClockCheck(roundsHandler(systemClock), { stampOf: latestSlot }),
);
