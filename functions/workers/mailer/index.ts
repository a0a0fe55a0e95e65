import { withClockCheck } from "../../../shared/platform/queues/receiveMessages.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { mailerHandler } from "./mailBatch.ts";

export const handler = withClockCheck(mailerHandler(systemClock));
