import { isClosed, Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { NotAuthenticated } from "../platform/errors.ts";
import { describeError, log } from "../platform/log.ts";
import { quickly } from "../platform/table/deadline.ts";

const CACHE_MS = 10_000;
/** How long a reseller is not read again after the table did not answer. */
const PAUSE_MS = 1000;
const MAX_RESELLERS = 1000;

/** Resellers by uuid; `undefined` for one that does not exist. */
const cache = new Map<string, { reseller: ResellerRecord | undefined; until: number }>();

/**
 * A reseller as it was at most 10 seconds ago; undefined if it does not exist. If the table does not answer
 * quickly, this is the last known record, and without one only the uuid: the stage's limits hold.
 */
export async function knowReseller(uuid: string): Promise<Partial<ResellerRecord> | undefined> {
  const cached = cache.get(uuid);
  if (cached && cached.until > Date.now()) return cached.reseller;
  try {
    return await quickly(() => readReseller(uuid));
  } catch (error) {
    log("warn", "a reseller's limits could not be read", describeError(error));
    if (!cached) return { uuid };
    cache.set(uuid, { ...cached, until: Date.now() + PAUSE_MS });
    return cached.reseller;
  }
}

/**
 * Whether a reseller exists and is not closed, as known at most 10 seconds ago. Its keys stay, and are accepted
 * again if it is reopened.
 */
export async function isServed(uuid: string): Promise<boolean> {
  const reseller = await knowReseller(uuid);
  return reseller !== undefined && !isClosed(reseller);
}

/**
 * The reseller of a request, for its limits of records, at most 10 seconds old. Throws NotAuthenticated if the
 * reseller is gone and only its key is still cached.
 */
export async function findReseller(uuid: string): Promise<ResellerRecord> {
  const cached = cache.get(uuid);
  const isFresh = cached?.reseller && cached.until > Date.now();
  const reseller = isFresh ? cached.reseller : await readReseller(uuid);
  if (!reseller) throw new NotAuthenticated();
  return reseller;
}

async function readReseller(uuid: string): Promise<ResellerRecord | undefined> {
  const until = Date.now() + CACHE_MS;
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (cache.size >= MAX_RESELLERS) cache.clear();
  const reseller = data ?? undefined;
  cache.set(uuid, { reseller, until });
  return reseller;
}
