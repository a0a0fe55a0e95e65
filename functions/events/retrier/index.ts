import { atDoor } from "../../../shared/queues/atDoor.ts";
import { systemClock } from "../../../shared/time.ts";
import { readSigningKey } from "../signingKey.ts";
import { retrierHandler } from "./workOffBatch.ts";

export const handler = atDoor(retrierHandler({ clock: systemClock, signingKey: readSigningKey }));
