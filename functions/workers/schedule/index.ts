import { systemClock } from "../../../shared/platform/time.ts";
import { scheduleHandler } from "./tick.ts";

export const handler = scheduleHandler(systemClock);
