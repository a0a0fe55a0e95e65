import { atDoor } from "../../shared/queues/atDoor.ts";
import { cleanUp } from "./cleanUp.ts";

export const handler = atDoor(cleanUp);
