import { countingFailedCalls } from "../../../shared/platform/queues/receiveMessages.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { uptimeHandler } from "./probeSeparately.ts";

export const handler = countingFailedCalls(uptimeHandler(systemClock));
