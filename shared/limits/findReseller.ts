import { Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { mostOf } from "./recordLimits.ts";

const KEPT_MS = 10_000;
const KEPT_RESELLERS = 1000;
/** A reseller that may have reached a limit within that time is read each time. */
const MARGIN = 1000;

const kept = new Map<string, { reseller: ResellerRecord; until: number }>();

/**
 * The reseller of a request, for its limits: as it was up to 10 seconds ago, so that a creation
 * costs no request more. Throws where there is none, which no key leads to.
 */
export async function findReseller(uuid: string, now = Date.now()): Promise<ResellerRecord> {
  const { reseller, isFresh } = findKept(uuid, now);
  return reseller && isFresh && !isNearLimit(reseller) ? reseller : await readReseller(uuid, now);
}

/** What this container knows of a reseller, if anything, and whether that is less than 10 seconds old. */
export function findKept(uuid: string, now = Date.now()) {
  const known = kept.get(uuid);
  return { reseller: known?.reseller, isFresh: known !== undefined && known.until > now };
}

/** Reads the reseller, and keeps it. */
export async function readReseller(uuid: string, now = Date.now()): Promise<ResellerRecord> {
  const { data: reseller } = await Reseller.get({ uuid }).go();
  if (!reseller) throw new Error(`The reseller ${uuid} of the key does not exist`);
  if (kept.size >= KEPT_RESELLERS) kept.clear();
  kept.set(uuid, { reseller, until: now + KEPT_MS });
  return reseller;
}

function isNearLimit(reseller: ResellerRecord): boolean {
  const { website_count = 0 } = reseller;
  return website_count + MARGIN >= mostOf(reseller, "max_websites");
}
