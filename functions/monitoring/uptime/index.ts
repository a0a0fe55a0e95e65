import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { countingFailedCalls } from "../../../shared/queues/countFailedCalls.ts";
import { systemClock } from "../../../shared/time.ts";
import { uptimeHandler } from "./probeSeparately.ts";

export const handler = countingFailedCalls(withClockCheck(uptimeHandler(systemClock)));
