import {
  countingFailedCalls,
  withClockCheck,
} from "../../../shared/platform/queues/receiveMessages.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { latestSlot, roundsHandler } from "./runRounds.ts";

export const handler = countingFailedCalls(
  withClockCheck(roundsHandler(systemClock), { stampOf: latestSlot }),
);
