import { atDoor } from "../../../shared/queues/atDoor.ts";
import { systemClock } from "../../../shared/time.ts";
import { mailerHandler } from "./mailBatch.ts";

export const handler = atDoor(mailerHandler(systemClock));
