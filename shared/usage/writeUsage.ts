import { UsageDay, type UsageDayRecord } from "../entities/usageDay.ts";
import { describeError, log } from "../platform/log.ts";
import { transactIfTrue, type Write, writeIfTrue } from "../platform/table/transact.ts";
import { secondsOfDay } from "../platform/time.ts";

/** Two years and some weeks. */
const KEPT_SECONDS = 800 * 24 * 3600;

type DayKey = Pick<UsageDayRecord, "reseller_uuid" | "day">;

/** Checks or audits that a worker has made. */
interface Used extends DayKey {
  count: number;
}

/** Sets figures of a reseller's day. */
export async function setUsage(
  key: DayKey,
  figures: Omit<Partial<UsageDayRecord>, keyof DayKey | "expires_epoch">,
) {
  const expires_epoch = usageExpires(key.day);
  await writeIfTrue(() =>
    UsageDay.update(key)
      .set({ ...figures, expires_epoch })
      .go(),
  );
}

/**
 * Adds checks or audits to the days of their resellers, with a transaction for each day and reseller: a lost answer
 * adds nothing twice. Never throws, so that no work is repeated for it: if the table fails, the day lacks what one
 * call has made.
 */
export async function addUsage(figure: "checks" | "audits", used: Used[]) {
  const byDay = Map.groupBy(used, ({ reseller_uuid, day }) => `${reseller_uuid} ${day}`);
  const writes = [...byDay.values()].map(async ([first, ...others]) => {
    if (!first) return;
    const count = others.reduce((sum, each) => sum + each.count, first.count);
    if (count === 0) return;
    const { reseller_uuid, day } = first;
    const set = { expires_epoch: usageExpires(day) };
    await transactIfTrue(
      UsageDay.update({ reseller_uuid, day })
        .set(set)
        .add({ [figure]: count }),
    );
  });
  for (const written of await Promise.allSettled(writes)) {
    if (written.status === "fulfilled") continue;
    log("error", "usage could not be counted", { figure, ...describeError(written.reason) });
  }
}

/** The write that counts a new prospect. It fails if `most` were made on this day. */
export function prospectWrite({ reseller_uuid, day }: DayKey, most: number): Write {
  return UsageDay.update({ reseller_uuid, day })
    .add({ prospects: 1 })
    .set({ expires_epoch: usageExpires(day) })
    .where(
      ({ prospects }, { lt, notExists }) => `${notExists(prospects)} OR ${lt(prospects, most)}`,
    );
}

/** When a day's usage is removed, in seconds since 1970. */
export function usageExpires(day: string): number {
  return secondsOfDay(day).from + KEPT_SECONDS;
}
