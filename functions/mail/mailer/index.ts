import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { systemClock } from "../../../shared/time.ts";
import { mailerHandler } from "./mailBatch.ts";

export const handler = withClockCheck(mailerHandler(systemClock));
