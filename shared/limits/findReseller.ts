import { Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { NotAuthenticated } from "../errors.ts";
import { mostOf } from "./recordLimits.ts";

const KEPT_MS = 10_000;
const KEPT_RESELLERS = 1000;
/** A reseller this close to its limit of websites is read each time. */
const MARGIN = 1000;

const kept = new Map<string, { reseller: ResellerRecord; until: number }>();

/**
 * The reseller of a request, for its limits, up to 10 seconds old: most creations need no further read.
 * Throws NotAuthenticated if the reseller is gone and only its key is still cached.
 */
export async function findReseller(uuid: string, now = Date.now()): Promise<ResellerRecord> {
  const known = kept.get(uuid);
  if (known && known.until > now) return known.reseller;
  const { data: reseller } = await Reseller.get({ uuid }).go();
  if (!reseller) throw new NotAuthenticated();
  if (kept.size >= KEPT_RESELLERS) kept.clear();
  kept.delete(uuid);
  const { website_count = 0 } = reseller;
  if (website_count + MARGIN < mostOf(reseller, "max_websites"))
    kept.set(uuid, { reseller, until: now + KEPT_MS });
  return reseller;
}
