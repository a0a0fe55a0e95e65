import { atDoor } from "../../../shared/queues/atDoor.ts";
import { followSubscriptions } from "./followSubscriptions.ts";

export const handler = atDoor(followSubscriptions);
