import { isClosed, Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { NotAuthenticated } from "../platform/errors.ts";

const CACHE_MS = 10_000;
const MAX_RESELLERS = 1000;

/** Resellers by uuid; `undefined` for one that does not exist. */
const cache = new Map<string, { reseller: ResellerRecord | undefined; until: number }>();

/** A reseller as it was at most 10 seconds ago; undefined if it does not exist. */
export async function findReseller(uuid: string): Promise<ResellerRecord | undefined> {
  const cached = cache.get(uuid);
  if (cached && cached.until > Date.now()) return cached.reseller;
  const until = Date.now() + CACHE_MS;
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (cache.size >= MAX_RESELLERS) cache.clear();
  const reseller = data ?? undefined;
  cache.set(uuid, { reseller, until });
  return reseller;
}

/**
 * Whether a reseller exists and is not closed, as known at most 10 seconds ago. Its keys stay, and are accepted
 * again if it is reopened.
 */
export async function isServed(uuid: string): Promise<boolean> {
  const reseller = await findReseller(uuid);
  return reseller !== undefined && !isClosed(reseller);
}

/**
 * The reseller of a request, for its limits of records, at most 10 seconds old. Throws NotAuthenticated if the
 * reseller is gone and only its key is still cached.
 */
export async function getReseller(uuid: string): Promise<ResellerRecord> {
  const reseller = await findReseller(uuid);
  if (!reseller) throw new NotAuthenticated();
  return reseller;
}
