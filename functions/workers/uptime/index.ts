import { withClockCheck } from "../../../shared/platform/queues/clockCheck.ts";
import { countingFailedCalls } from "../../../shared/platform/queues/countFailedCalls.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { uptimeHandler } from "./probeSeparately.ts";

export const handler = countingFailedCalls(withClockCheck(uptimeHandler(systemClock)));
