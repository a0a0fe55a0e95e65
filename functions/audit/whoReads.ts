import type { ReadFor } from "../../shared/entities/siteLease.ts";
import { timestamp } from "../../shared/time.ts";
import { findLease } from "./pages/hostLease.ts";
import { stillWaiting } from "./pages/hostQueue.ts";

const READERS: Record<ReadFor, string> = {
  website: "audit of a website there",
  elsewhere: "audit of a website that leads there",
  competitor: "reading of a competitor's site",
};

/**
 * Who has a host that audits of this reseller wait for, and since when, as part of a sentence. No other
 * reseller is named.
 */
export async function whoReads(
  hostname: string,
  reseller_uuid: string,
  now: number,
): Promise<string> {
  const lease = await findLease(hostname);
  const whose = (uuid: string | undefined) =>
    uuid === reseller_uuid ? "this reseller's own" : "another reseller's";
  if (lease && lease.until >= now) {
    const { since = now, read_for = "website" } = lease;
    const from = timestamp(new Date(since));
    return `${whose(lease.reseller_uuid)} ${READERS[read_for]} has held it since ${from}`;
  }
  const other = stillWaiting(lease?.waiting, now).find(
    (one) => one.reseller_uuid !== reseller_uuid,
  );
  if (!other) return "it is free now, unless too many hosts at its address are being read";
  const from = timestamp(new Date(other.since));
  return `it is free now, but another reseller's audit has waited since ${from} and may come first`;
}
