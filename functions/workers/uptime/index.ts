import {
  countingFailedCalls,
  withClockCheck,
} from "../../../shared/platform/queues/receiveMessages.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { uptimeHandler } from "./probeSeparately.ts";

export const handler = countingFailedCalls(withClockCheck(uptimeHandler(systemClock)));
