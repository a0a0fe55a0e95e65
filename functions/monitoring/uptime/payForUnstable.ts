import type { CheckRecord } from "../../../shared/entities/check.ts";
import { settle } from "../../../shared/limits/rates.ts";
import { weightOfProbes } from "../../../shared/limits/weight.ts";
import { positionOf } from "../buckets.ts";
import { readUptimeMemory } from "../uptimeMemory.ts";

const MINUTES_AN_HOUR = 60;

/**
 * Charges the probes that unstable websites get each minute, whatever their plan, to their resellers' writes:
 * each website's once an hour, in a minute that follows from its uuid.
 */
export async function payForUnstable(checks: CheckRecord<"uptime">[], now = Date.now()) {
  const minute = Math.floor(now / 60_000) % MINUTES_AN_HOUR;
  const owing = checks.filter(
    (check) =>
      positionOf(check.uuid) % MINUTES_AN_HOUR === minute &&
      (check.target?.minutes ?? 1) > 1 &&
      readUptimeMemory(check).unstable_since !== undefined,
  );
  const resellers = Map.groupBy(owing, ({ reseller_uuid }) => reseller_uuid);
  await Promise.all(
    [...resellers].map(async ([reseller_uuid, own]) => {
      const weight = weightOfProbes(own.length * MINUTES_AN_HOUR);
      await settle({ reseller_uuid, kind: "writes" }, { weight, taken: 0, now });
    }),
  );
}
