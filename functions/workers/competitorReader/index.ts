import { competitorReaderHandler } from "./readCompetitor.ts";
import { readSiteInThread } from "./readSite.ts";

export const handler = competitorReaderHandler(readSiteInThread);
