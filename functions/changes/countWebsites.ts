import { Business } from "../../shared/entities/business.ts";
import {
  UsageBusiness,
  type UsageBusinessRecord,
  UsageMonth,
} from "../../shared/entities/usage.ts";
import { websitesOf } from "../../shared/lists/listedKind.ts";
import { readStripes } from "../../shared/lists/stripes.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { retryOnConflict, transact, type Write, write } from "../../shared/table/transact.ts";
import { boundsOf, monthOf } from "../account/months.ts";

/** A transaction has at most 100 writes: one for each business, and up to two for its former and its new plan. */
const BUSINESSES_AT_ONCE = 30;

/** The websites of a business, and the plan under which they count. */
type Count = Pick<UsageBusinessRecord, "plan_uuid" | "websites">;

/** A business that did not count as its last count says. */
interface Recounted {
  uuid: string;
  at: Date;
  former: UsageBusinessRecord | null;
  now: Count;
}

/**
 * Counts the websites of businesses, and adds what has changed since the last count to the months of their
 * reseller, as of these times. A count is written with the months or not at all. Returns what has changed.
 */
export async function countWebsites(
  reseller_uuid: string,
  businesses: ReadonlyMap<string, Date>,
): Promise<Recounted[]> {
  const all = [...businesses];
  const changed: Recounted[] = [];
  for (let first = 0; first < all.length; first += BUSINESSES_AT_ONCE) {
    const some = all.slice(first, first + BUSINESSES_AT_ONCE);
    const recounted = await retryOnConflict(async () => {
      const each = await Promise.all(some.map((business) => recount(reseller_uuid, business)));
      const found = each.filter((one) => one !== undefined);
      if (found.length > 0) await transact(...writesFor(reseller_uuid, found));
      return found;
    });
    changed.push(...recounted);
  }
  return changed;
}

async function recount(
  reseller_uuid: string,
  [uuid, at]: [string, Date],
): Promise<Recounted | undefined> {
  const key = { reseller_uuid, uuid };
  // Read before what is counted, so that an older count can't replace a newer one.
  const { data: former } = await UsageBusiness.get(key).go({ consistent: true });
  const now = await count(key);
  return isSame(former, now) ? undefined : { uuid, at, former, now };
}

function writesFor(reseller_uuid: string, changed: Recounted[]): Write[] {
  const growth = new Growth(reseller_uuid);
  const counts = changed.map(({ uuid, at, former, now }) => {
    growth.add(at, former, -1);
    growth.add(at, now, 1);
    return replace({ reseller_uuid, uuid }, former, now);
  });
  return [...counts, ...growth.writes()];
}

async function count(key: OwnedKey): Promise<Count> {
  const { data: business } = await Business.get(key).go({ consistent: true });
  if (!business) return { websites: 0 };
  const { reseller_uuid, uuid: business_uuid, plan_uuid } = business;
  const stripes = await readStripes(websitesOf({ reseller_uuid, business_uuid }));
  const websites = stripes.reduce((sum, { live = 0 }) => sum + live, 0);
  return { websites, ...(websites > 0 && { plan_uuid }) };
}

function isSame(former: Count | null, now: Count): boolean {
  return (former?.websites ?? 0) === now.websites && former?.plan_uuid === now.plan_uuid;
}

/** Replaces the last count, unless another call was faster. */
function replace(key: OwnedKey, former: UsageBusinessRecord | null, now: Count): Write {
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

/** By how many websites each plan grew in each month, and how long these counted. */
class Growth {
  readonly #reseller_uuid: string;
  readonly #grown = new Map<
    string,
    { month: string; name: string; net: number; seconds: number }
  >();

  constructor(reseller_uuid: string) {
    this.#reseller_uuid = reseller_uuid;
  }

  add(at: Date, counted: Count | null, sign: 1 | -1) {
    if (!counted?.plan_uuid) return;
    const { plan_uuid, websites } = counted;
    const month = monthOf(at);
    const name = `plan#${plan_uuid}`;
    const known = this.#grown.get(`${month}#${name}`) ?? { month, name, net: 0, seconds: 0 };
    known.net += sign * websites;
    known.seconds += sign * websites * ((boundsOf(month).ends - at.getTime()) / 1000);
    this.#grown.set(`${month}#${name}`, known);
  }

  writes(): Write[] {
    const reseller_uuid = this.#reseller_uuid;
    return [...this.#grown.values()]
      .filter(({ net, seconds }) => net !== 0 || seconds !== 0)
      .map(({ month, name, net, seconds }) =>
        write(UsageMonth, (entity) =>
          entity.update({ reseller_uuid, month, name }).add({ net, seconds }).commit(),
        ),
      );
  }
}
