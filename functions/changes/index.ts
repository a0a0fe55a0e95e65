import { countingFailedCalls } from "../../shared/queues/countFailedCalls.ts";
import { systemClock } from "../../shared/time.ts";
import { changesHandler } from "./dispatch.ts";

export const handler = countingFailedCalls(changesHandler(systemClock));
