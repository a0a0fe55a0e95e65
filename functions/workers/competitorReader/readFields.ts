import { extractFields } from "../../../shared/audit/organization/extractFields.ts";
import { readSite, Unreadable } from "../../../shared/audit/organization/readSite.ts";
import { PoliteClient } from "../../../shared/audit/pages/politeClient.ts";
import { inThread } from "../../../shared/audit/pages/threads.ts";
import { type FilledFields, unreadFields } from "../../../shared/entities/competitor.ts";

/** Twice the time that three pages of a megabyte take. */
const PROCESSOR_MS = 3000;
/** A batch, five of these, fits into the function's memory. */
const HEAP_MB = 48;
const SITE_MS = 40_000;
const GRACE_MS = 5000;

/** What a site says about its owner. */
export interface SiteReading {
  /** If a page could not be read, only the fields that other pages have, because the rest may be on that page. */
  fields: Partial<FilledFields>;
  pages: number;
  /** Why the site, or a page of it, can't be read; `passing` says whether to try again later. */
  unreadable?: { reason: string; passing: boolean };
}

/** A site to read until the deadline, in milliseconds since 1970. */
interface ReadingJob {
  hostname: string;
  deadline: number;
}

/** Reads a site's start page, contact page and imprint for what they say about its owner. */
export async function readFields(
  { hostname, deadline }: ReadingJob,
  client = new PoliteClient(),
): Promise<SiteReading> {
  try {
    const { missing, ...site } = await readSite(hostname, { client, deadline });
    const fields = extractFields(site, hostname);
    const pages = site.pages.length;
    if (!missing) return { fields, pages };
    const entries = onlyFound(fields, unreadFields(hostname));
    return { fields: entries, pages, unreadable: describe(missing) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { fields: {}, pages: 0, unreadable: describe(error) };
  }
}

const readUntil = inThread({
  file: import.meta.filename,
  name: "competitorReader",
  processorMs: PROCESSOR_MS,
  heapMb: HEAP_MB,
  deadline: ({ deadline }: ReadingJob) => deadline + GRACE_MS,
  run: (job: ReadingJob) => readFields(job),
});

/** Reads a site in a thread. Throws TooExpensive if the site takes too much. */
export function readFieldsInThread(hostname: string): Promise<SiteReading> {
  return readUntil({ hostname, deadline: Date.now() + SITE_MS });
}

function describe({ message, passing }: Unreadable): SiteReading["unreadable"] {
  return { reason: message, passing };
}

function onlyFound<Fields extends object>(fields: Fields, unread: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(
    ([field, value]) => value !== unread[field as keyof Fields],
  );
  return Object.fromEntries(entries) as Partial<Fields>;
}
