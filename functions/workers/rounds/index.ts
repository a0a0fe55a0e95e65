import { countingFailedCalls } from "../../../shared/platform/queues/receiveMessages.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { roundsHandler } from "./runRounds.ts";

export const handler = countingFailedCalls(roundsHandler(systemClock));
