import { atDoor } from "../../../shared/queues/atDoor.ts";
import { systemClock } from "../../../shared/time.ts";
import { readSigningKey } from "../signingKey.ts";
import { delivererHandler } from "./deliverBatch.ts";

export const handler = atDoor(delivererHandler({ clock: systemClock, signingKey: readSigningKey }));
