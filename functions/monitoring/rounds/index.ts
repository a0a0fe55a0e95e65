import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { systemClock } from "../../../shared/time.ts";
import { latestSlot, roundsHandler } from "./runRounds.ts";

export const handler = withClockCheck(roundsHandler(systemClock), { stampOf: latestSlot });
