import { addressOf } from "../../../shared/fields/siteUrl.ts";
import type { Clock } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { TooExpensive } from "../limitedThread.ts";
import { releaseHosts, takeHost } from "../pages/hostLease.ts";
import { tableCache } from "../services/answers.ts";
import type { ReadingJob, SiteReading } from "./readFields.ts";

/** How long all resellers that have a site as a competitor share what it says about its owner. */
const SHARED_MS = 3_600_000;
/** Shorter than the queue's wait before it tries a message again, so that each try reads a failed site again. */
const FAILURE_SHARED_MS = 300_000;
/** Longer than the function's timeout. */
const LEASE_MS = 90_000;

/** Reads a site. */
export type ReadSite = (job: ReadingJob) => Promise<SiteReading>;

interface Reading {
  read: ReadSite;
  clock: Clock;
  /** An operator wants the site read now. */
  isRequested: boolean;
  /** The reseller of the competitor. */
  reseller_uuid: string;
}

/**
 * What a site says about its owner, read within the last hour or now. Undefined while another reader has
 * its host or one that it leads to.
 */
export async function readOnce(
  hostname: string,
  { read, clock, isRequested, reseller_uuid }: Reading,
): Promise<SiteReading | undefined> {
  const now = clock.now();
  const known = isRequested ? undefined : await findReading(hostname, now);
  if (known) return known;
  const reader = { holder: newUuid(), reseller_uuid, readFor: "competitor" as const };
  const lease = await takeHost(hostname, { ...reader, now, until: now + LEASE_MS });
  if (!lease) return undefined;
  try {
    // The last holder of the lease may just have read it.
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

/** Reads a site. One that is too expensive is unreadable for good: it would be again. */
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
  const kept = await tableCache.get(keyOfReading(hostname));
  if (typeof kept !== "string") return undefined;
  const { reading, until }: Kept = JSON.parse(kept);
  return until > now ? reading : undefined;
}

async function keepReading(hostname: string, reading: SiteReading, now: number) {
  const sharedMs = reading.unreadable?.passing ? FAILURE_SHARED_MS : SHARED_MS;
  const kept: Kept = { reading, until: now + sharedMs };
  // As text, since a map of the table loses the order of its fields.
  await tableCache.set(keyOfReading(hostname), JSON.stringify(kept), sharedMs / 1000);
}

/** The same for host names of the same address. */
export function keyOfReading(hostname: string): string {
  return `competitor#${addressOf(hostname)}`;
}
