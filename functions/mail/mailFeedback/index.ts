import { atDoor } from "../../../shared/queues/atDoor.ts";
import { recordFeedback } from "./recordFeedback.ts";

export const handler = atDoor(recordFeedback);
