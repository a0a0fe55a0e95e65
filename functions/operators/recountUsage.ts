import * as z from "zod/mini";
import { UsageMonth, type UsageMonthRecord } from "../../shared/entities/usage.ts";
import { stretchesOf } from "../../shared/lists/stretches.ts";
import { type Step, walkUsers } from "../../shared/lists/walk.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { monthOf } from "../account/months.ts";
import { countWebsites } from "../changes/countWebsites.ts";
import { after, command, WrongInput } from "./command.ts";
import { bytesOfItem } from "./itemBytes.ts";
import { named } from "./naming.ts";
import { requireReseller } from "./reseller.ts";

/** Half of the function's timeout: the last batch has as much time again. */
const MOST_MS = 30_000;
const READ_AT_ONCE = 20;
/** What corrections name. */
const BY = "recount";

/**
 * Counts the websites of a reseller's businesses for its usage again, from now on, and all that is stored of its
 * customers. Lists the businesses that counted otherwise; a repeated command finds none. A call that runs out of
 * time returns `next`, the `after` of the next call, which also takes the `bytes` counted so far.
 */
export const recountUsage = command(
  { uuid: named("reseller", "The reseller"), after, bytes: z.optional(z.int()) },
  async ({ uuid: reseller_uuid, after, bytes: counted = 0 }) => {
    await requireReseller(reseller_uuid);
    const [at, end] = [new Date(), Date.now() + MOST_MS];
    const changed: ReturnType<typeof describe>[] = [];
    let [businesses, bytes] = [0, counted];
    const result = (next: string | null) => ({ businesses, changed, bytes, next });
    for await (const steps of walkUsers({ reseller_uuid }, placeOf(after))) {
      if (Date.now() >= end) return result(steps[0]?.path.join(".") ?? null);
      const found = steps.filter(({ name }) => name === "business");
      const times = new Map(found.map(({ record }) => [record.uuid, at]));
      changed.push(...(await countWebsites(reseller_uuid, times, BY)).map(describe));
      businesses += found.length;
      bytes += await storedBytes(steps);
    }
    await noteBytes({ reseller_uuid, at, bytes });
    return result(null);
  },
);

/** Notes the stored bytes of a month: the first count as it is, later ones as corrections of it. */
async function noteBytes({ reseller_uuid, at, bytes }: Counted) {
  const place = { reseller_uuid, month: monthOf(at), name: "bytes" };
  const [found] = await batchGet(lookup<UsageMonthRecord>(UsageMonth, place));
  const { until = 0 } = found ?? {};
  if (!found) await writeIfTrue(() => UsageMonth.create({ ...place, until: bytes }).go());
  else if (until !== bytes) {
    const correction = { at: timestamp(at), change: bytes - until, by: BY };
    await writeIfTrue(() =>
      UsageMonth.patch(place)
        .set({ until: bytes })
        .append({ corrections: [correction] })
        .where((month, { eq }) => eq(month.until, until))
        .go(),
    );
  }
}

interface Counted {
  reseller_uuid: string;
  at: Date;
  bytes: number;
}

function describe({ uuid, former, now }: Awaited<ReturnType<typeof countWebsites>>[number]) {
  const planOf = (name = "") => name.split("#")[1] ?? null;
  return {
    business_uuid: uuid,
    plan_uuid: planOf(now.counts_as),
    websites: now.websites,
    former_plan_uuid: planOf(former?.counts_as),
    former_websites: former?.websites ?? 0,
  };
}

function placeOf(after: string | undefined): number[] | undefined {
  if (after === undefined) return undefined;
  if (/^\d{1,15}(?:\.\d{1,15})*$/.test(after)) return after.split(".").map(Number);
  throw new WrongInput("--after must be the `next` of an earlier call.");
}

/** The bytes of records with their copies in lists, and of what is stored beside them. */
async function storedBytes(steps: Step[]): Promise<number> {
  let bytes = 0;
  for (let first = 0; first < steps.length; first += READ_AT_ONCE) {
    const some = steps.slice(first, first + READ_AT_ONCE);
    const each = await Promise.all(some.map(bytesOf));
    bytes = each.reduce((sum, one) => sum + one, bytes);
  }
  return bytes;
}

async function bytesOf({ name, record }: Step): Promise<number> {
  // The list and the list of all have a copy each.
  let bytes = 2 * bytesOfItem(record);
  for (const stretch of stretchesOf(name, record)) {
    for await (const { Items = [] } of queryIndex(stretch))
      bytes = Items.reduce((sum, item) => sum + bytesOfItem(item), bytes);
  }
  return bytes;
}
