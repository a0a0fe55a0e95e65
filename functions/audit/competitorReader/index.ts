import { atDoor } from "../../../shared/queues/atDoor.ts";
import { systemClock } from "../../../shared/time.ts";
import { competitorReaderHandler } from "./readCompetitor.ts";
import { readFieldsInThread } from "./readFields.ts";

export const handler = atDoor(
  competitorReaderHandler({ clock: systemClock, read: readFieldsInThread }),
);
