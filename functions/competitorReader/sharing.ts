import { createHash } from "node:crypto";
import { SiteResults } from "../../shared/entities/siteResults.ts";
import { addressOf } from "../../shared/fields/siteUrl.ts";
import { TooExpensive } from "../../shared/guarded.ts";
import { releaseHosts, takeHost } from "../../shared/pages/hostLease.ts";
import type { Clock } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import type { ReadingJob, SiteReading } from "./readFields.ts";

/** What a site says of its owner is read once in so long, whichever resellers have it as a competitor. */
const SHARED_MS = 3_600_000;
/** Less than the queue lets a message wait that is tried again: each try reads a site that fails. */
const FAILURE_SHARED_MS = 300_000;
/** Longer than the function may take; whoever dies loses the host then. */
const LEASE_MS = 90_000;

/** Reads a site. */
export type ReadSite = (job: ReadingJob) => Promise<SiteReading>;

/**
 * What a site says of its owner: as it was read lately, or read now. Undefined while somebody else
 * reads the host, or one that it leads to. `isRequested`: an operator wants it read now.
 */
export async function readOnce(
  hostname: string,
  { read, clock, isRequested }: { read: ReadSite; clock: Clock; isRequested: boolean },
): Promise<SiteReading | undefined> {
  const now = clock.now();
  const known = isRequested ? undefined : await findReading(hostname, now);
  if (known) return known;
  const lease = await takeHost(hostname, { holder: newUuid(), now, until: now + LEASE_MS });
  if (!lease) return undefined;
  try {
    // Whoever had the host may just have read it.
    const latest = isRequested ? undefined : await findReading(hostname, now);
    if (latest) return latest;
    const reading = await readWithin(read, { hostname, lease });
    if (reading.isBusy) return undefined;
    await keepReading(hostname, reading, clock.now());
    return reading;
  } finally {
    await releaseHosts(lease);
  }
}

/** A site that takes too much of a processor would take it again. */
async function readWithin(read: ReadSite, job: ReadingJob): Promise<SiteReading> {
  try {
    return await read(job);
  } catch (error) {
    if (!(error instanceof TooExpensive)) throw error;
    const reason = `too expensive: ${error.message}`;
    return { fields: {}, pages: 0, unreadable: { reason, passing: false } };
  }
}

interface Kept {
  reading: SiteReading;
  /** Milliseconds since 1970. */
  until: number;
}

async function findReading(hostname: string, now: number): Promise<SiteReading | undefined> {
  const { data } = await SiteResults.get({ start: readingOf(hostname) }).go();
  const { reading, until = 0 }: Partial<Kept> = JSON.parse(data?.results ?? "{}");
  return until > now ? reading : undefined;
}

async function keepReading(hostname: string, reading: SiteReading, now: number) {
  const until = now + (reading.unreadable?.passing ? FAILURE_SHARED_MS : SHARED_MS);
  const kept: Kept = { reading, until };
  await SiteResults.put({
    start: readingOf(hostname),
    results: JSON.stringify(kept),
    expires_epoch: Math.ceil(until / 1000),
  }).go();
}

/** Keys hold no text of clients, and what audits keep has digests without a prefix. */
export function readingOf(hostname: string): string {
  return createHash("sha256")
    .update(`competitor ${addressOf(hostname)}`)
    .digest("hex");
}
