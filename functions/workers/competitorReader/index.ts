import { PoliteClient } from "../../../shared/audit/pages/politeClient.ts";
import { inThread } from "../../../shared/audit/pages/threads.ts";
import { competitorReaderHandler } from "./readCompetitor.ts";
import { type ReadingJob, readSite } from "./readSite.ts";

/** A batch, five of these, fits into the function's memory. */
const HEAP_MB = 48;
const SITE_MS = 40_000;
const GRACE_MS = 5000;

const readInThread = inThread({
  file: import.meta.filename,
  name: "competitorReader",
  heapMb: HEAP_MB,
  deadline: ({ deadline }: ReadingJob) => deadline + GRACE_MS,
  run: (job: ReadingJob) => readSite(job, new PoliteClient()),
});

export const handler = competitorReaderHandler((hostname) =>
  readInThread({ hostname, deadline: Date.now() + SITE_MS }),
);
