import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import type { MonitorRecord, MonitorTarget } from "../../../shared/entities/monitor.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { dueShard } from "../../../shared/entities/scheduleCursor.ts";
import { User } from "../../../shared/entities/user.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { makeUnusedEstate } from "../../support/factories.ts";
import { storeMonitor } from "../../support/monitoring.ts";

export const YESTERDAY = timestamp(new Date(Date.now() - 86_400_000));
export const TOMORROW = timestamp(new Date(Date.now() + 86_400_000));

export type CheckedWebsite = Awaited<ReturnType<typeof makeCheckedWebsite>>;

/** A new website whose checks were never run and are due tomorrow. */
export async function makeCheckedWebsite() {
  const {
    reseller,
    user,
    business: business_uuid,
    website: website_uuid,
  } = await makeUnusedEstate();
  const reseller_uuid = reseller.uuid;
  const key = { reseller_uuid, uuid: website_uuid };
  const shard = dueShard(website_uuid);
  const common = { ...key, business_uuid, hostname: "example.com", shard };

  /** Replaces attributes of the audit check. */
  async function putAudit(more: Partial<CheckRecord> = {}) {
    const audit = { ...common, kind: "audit" as const, due_at: TOMORROW, results: [], memory: {} };
    await Check.put({ ...audit, ...more }).go();
  }
  /** Replaces attributes of the monitor. */
  async function putMonitor(
    more: Partial<Pick<MonitorRecord, "uptime" | "results">> & {
      target?: Partial<MonitorTarget>;
    } = {},
  ) {
    await storeMonitor({ ...key, business_uuid }, more);
  }
  await putMonitor();
  await putAudit();
  return {
    reseller_uuid,
    business_uuid,
    website_uuid,
    shard,
    putAudit,
    putMonitor,
    async suspendUser() {
      await User.patch({ reseller_uuid, uuid: user }).set({ suspended_at: YESTERDAY }).go();
    },
    async switchUptimeOff() {
      await Plan.patch({ reseller_uuid, uuid: reseller.planUuid }).set({ downtime: false }).go();
    },
  };
}
