import { systemClock } from "../../../shared/time.ts";
import { scheduleHandler } from "./tick.ts";

export const handler = scheduleHandler(systemClock);
