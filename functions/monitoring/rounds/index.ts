import { atDoor } from "../../../shared/queues/atDoor.ts";
import { systemClock } from "../../../shared/time.ts";
import { latestSlot, roundsHandler } from "./runRounds.ts";

export const handler = atDoor(roundsHandler(systemClock), { stampOf: latestSlot });
