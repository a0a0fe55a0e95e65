import { withClockCheck } from "../../../shared/platform/queues/receiveMessages.ts";
import { competitorReaderHandler } from "./readCompetitor.ts";
import { readFieldsInThread } from "./readFields.ts";

export const handler = withClockCheck(competitorReaderHandler(readFieldsInThread));
