import { UsageDay, type UsageDayRecord } from "../../shared/entities/usageDay.ts";
import { describeError, log } from "../../shared/log.ts";
import { secondsOfDay } from "../monitoring/days.ts";

/** Longer than the months that can be read at once. */
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
  await update(key).set(figures).go();
}

/**
 * Adds checks or audits to the days of their resellers, with a write for each day and reseller. Never throws, so
 * that no work is repeated for it: if the table fails, the day lacks what one call has made.
 */
export async function addUsage(figure: "checks" | "audits", used: Used[]) {
  const byDay = Map.groupBy(used, ({ reseller_uuid, day }) => `${reseller_uuid} ${day}`);
  const writes = [...byDay.values()].map(async ([first, ...others]) => {
    if (!first) return;
    const count = others.reduce((sum, each) => sum + each.count, first.count);
    await update(first)
      .add({ [figure]: count })
      .go();
  });
  for (const written of await Promise.allSettled(writes)) {
    if (written.status === "fulfilled") continue;
    log("error", "usage could not be counted", { figure, ...describeError(written.reason) });
  }
}

function update({ reseller_uuid, day }: DayKey) {
  const expires_epoch = secondsOfDay(day).from + KEPT_SECONDS;
  return UsageDay.update({ reseller_uuid, day }).set({ expires_epoch });
}
