import { systemClock } from "../../shared/time.ts";
import { changesHandler } from "./dispatch.ts";

export const handler = changesHandler(systemClock);
