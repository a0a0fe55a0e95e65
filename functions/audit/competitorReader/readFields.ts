import { type FilledFields, unreadFields } from "../../../shared/resources/competitor.ts";
import { type Clock, systemClock } from "../../../shared/time.ts";
import { inLimitedThread } from "../limitedThread.ts";
import type { HostLease } from "../pages/hostLease.ts";
import { extractFields } from "./extractFields.ts";
import { Busy, Unreadable } from "./openSite.ts";
import { readSite } from "./readSite.ts";

/** Twice what three pages of a megabyte take. */
const PROCESSOR_MS = 3000;
const HEAP_MB = 128;

/** What a site says about its owner. */
export interface SiteReading {
  /** While a page is missing, only the fields that were found: the others may be on that page. */
  fields: Partial<FilledFields>;
  pages: number;
  /** Why the site, or a page of it, can't be read; `passing` says whether to try again later. */
  unreadable?: { reason: string; passing: boolean };
  /** Another reader has a host that the site leads to, so the site was not read. */
  isBusy?: true;
}

/** A site to read, with the lease on its host. */
export interface ReadingJob {
  hostname: string;
  lease: HostLease;
}

/** Reads a site's start page, contact page and imprint for what they say about its owner. */
export async function readFields(
  { hostname, lease }: ReadingJob,
  clock: Clock,
): Promise<SiteReading> {
  try {
    const { missing, ...site } = await readSite(hostname, { lease, clock });
    const fields = extractFields(site, hostname);
    const pages = site.pages.length;
    if (!missing) return { fields, pages };
    const found = onlyFound(fields, unreadFields(hostname));
    return { fields: found, pages, unreadable: describe(missing) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (error instanceof Busy) return { fields: {}, pages: 0, isBusy: true };
    return { fields: {}, pages: 0, unreadable: describe(error) };
  }
}

/** The same in a thread; throws TooExpensive if the site takes too much. */
export const readFieldsInThread = inLimitedThread({
  file: import.meta.filename,
  name: "competitorReader",
  processorMs: PROCESSOR_MS,
  heapMb: HEAP_MB,
  run: (job: ReadingJob) => readFields(job, systemClock),
});

function describe({ message, passing }: Unreadable): SiteReading["unreadable"] {
  return { reason: message, passing };
}

function onlyFound<Fields extends object>(fields: Fields, unread: Fields): Partial<Fields> {
  const found = Object.entries(fields).filter(
    ([field, value]) => value !== unread[field as keyof Fields],
  );
  return Object.fromEntries(found) as Partial<Fields>;
}
