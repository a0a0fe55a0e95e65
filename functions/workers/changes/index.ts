import { systemClock } from "../../../shared/platform/time.ts";
import { changesHandler } from "./dispatch.ts";

export const handler = changesHandler(systemClock);
