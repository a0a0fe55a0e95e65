import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { systemClock } from "../../../shared/time.ts";
import { uptimeHandler } from "./runChecks.ts";

export const handler = withClockCheck(uptimeHandler(systemClock));
