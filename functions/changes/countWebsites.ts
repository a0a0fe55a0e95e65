import {
  UsageBusiness,
  type UsageBusinessRecord,
  UsageMonth,
} from "../../shared/entities/usage.ts";
import { websitesOf } from "../../shared/lists/listedKind.ts";
import { liveIn, readStripes } from "../../shared/lists/stripes.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { retryOnConflict, transact, type Write, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { boundsOf, monthOf } from "../account/months.ts";
import { intervalMinutes } from "../monitoring/dueTimes.ts";
import { isWanted, loadSubscriptions, type Subscription } from "../monitoring/findSubscriptions.ts";

/** A transaction has at most 100 writes: one for each business, and up to two for its former and its new plan. */
const BUSINESSES_AT_ONCE = 30;

/** The websites of a business, and the name under which they count. */
type Count = Pick<UsageBusinessRecord, "counts_as" | "websites">;

/** A business that did not count as its last count says. */
interface Recounted {
  uuid: string;
  at: Date;
  former: UsageBusinessRecord | undefined;
  now: Count;
}

/**
 * Counts the websites of businesses, and adds what has changed since the last count to the months of their
 * reseller, as of these times; with `correctedBy`, as corrections that are kept. A count is written with the months
 * or not at all. Returns what has changed.
 */
export async function countWebsites(
  reseller_uuid: string,
  businesses: ReadonlyMap<string, Date>,
  correctedBy?: string,
): Promise<Recounted[]> {
  const all = [...businesses];
  const changed: Recounted[] = [];
  for (let first = 0; first < all.length; first += BUSINESSES_AT_ONCE) {
    const some = all.slice(first, first + BUSINESSES_AT_ONCE);
    const recounted = await retryOnConflict(async () => {
      const found = await recount(reseller_uuid, some);
      if (found.length > 0) await transact(...writesFor(reseller_uuid, found, correctedBy));
      return found;
    });
    changed.push(...recounted);
  }
  return changed;
}

async function recount(reseller_uuid: string, some: [string, Date][]): Promise<Recounted[]> {
  const keys = some.map(([uuid]) => ({ reseller_uuid, uuid }));
  // Read before what is counted, so that an older count can't replace a newer one.
  const formers = await batchGet(
    ...keys.map((key) => lookup<UsageBusinessRecord>(UsageBusiness, key)),
  );
  const subscriptions = await loadSubscriptions(keys);
  const counts = await Promise.all(keys.map((key) => count(key, subscriptions.get(key.uuid))));
  return some.flatMap(([uuid, at], index) => {
    const [former, now = { websites: 0 }] = [formers[index], counts[index]];
    return isSame(former, now) ? [] : { uuid, at, former, now };
  });
}

function writesFor(reseller_uuid: string, changed: Recounted[], by?: string): Write[] {
  const growth = new Growth(reseller_uuid);
  const counts = changed.map(({ uuid, at, former, now }) => {
    growth.add(at, former, -1);
    growth.add(at, now, 1);
    return replace({ reseller_uuid, uuid }, former, now);
  });
  return [...counts, ...growth.writes(by)];
}

async function count(key: OwnedKey, subscription: Subscription | undefined): Promise<Count> {
  const { plan } = subscription ?? {};
  if (!plan) return { websites: 0 };
  const { reseller_uuid, uuid: business_uuid } = key;
  const websites = liveIn(await readStripes(websitesOf({ reseller_uuid, business_uuid })));
  const minutes = (["uptime", "audit"] as const).map((kind) =>
    isWanted(kind, subscription) ? intervalMinutes(kind, plan) : 0,
  );
  const counts_as = ["plan", plan.uuid, ...minutes].join("#");
  return { websites, ...(websites > 0 && { counts_as }) };
}

function isSame(former: Count | undefined, now: Count): boolean {
  return (former?.websites ?? 0) === now.websites && former?.counts_as === now.counts_as;
}

/** Replaces the last count, unless another call was faster. */
function replace(key: OwnedKey, former: UsageBusinessRecord | undefined, now: Count): Write {
  const record = { ...key, ...now, version: (former?.version ?? 0) + 1 };
  return write(UsageBusiness, (entity) =>
    entity
      .put(record)
      .where(({ version }, { eq, notExists }) =>
        former ? eq(version, former.version) : notExists(version),
      )
      .commit(),
  );
}

/** By how many websites each name grew in each month, and how long these counted. */
class Growth {
  readonly #reseller_uuid: string;
  readonly #grown = new Map<
    string,
    { month: string; name: string; at: Date; net: number; seconds: number }
  >();

  constructor(reseller_uuid: string) {
    this.#reseller_uuid = reseller_uuid;
  }

  add(at: Date, counted: Count | undefined, sign: 1 | -1) {
    if (!counted?.counts_as) return;
    const { counts_as: name, websites } = counted;
    const month = monthOf(at);
    const known = this.#grown.get(`${month}#${name}`) ?? { month, name, at, net: 0, seconds: 0 };
    known.net += sign * websites;
    known.seconds += sign * websites * ((boundsOf(month).ends - at.getTime()) / 1000);
    this.#grown.set(`${month}#${name}`, known);
  }

  writes(by?: string): Write[] {
    const reseller_uuid = this.#reseller_uuid;
    return [...this.#grown.values()]
      .filter(({ net, seconds }) => net !== 0 || seconds !== 0)
      .map(({ month, name, at, net, seconds }) =>
        write(UsageMonth, (entity) => {
          const grown = entity.update({ reseller_uuid, month, name }).add({ net, seconds });
          if (by === undefined) return grown.commit();
          return grown.append({ corrections: [{ at: timestamp(at), change: net, by }] }).commit();
        }),
      );
  }
}
