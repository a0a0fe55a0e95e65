import { systemClock } from "../../../shared/platform/time.ts";
import { mailerHandler } from "./mailBatch.ts";

export const handler = mailerHandler(systemClock);
