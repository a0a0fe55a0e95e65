import { competitorReaderHandler } from "./readCompetitor.ts";
import { readFieldsInThread } from "./readFields.ts";

export const handler = competitorReaderHandler(readFieldsInThread);
