import { atDoor } from "../../../shared/queues/atDoor.ts";
import { systemClock } from "../../../shared/time.ts";
import { uptimeHandler } from "./runChecks.ts";

export const handler = atDoor(uptimeHandler(systemClock));
