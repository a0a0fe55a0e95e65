import { shardOf } from "../../../functions/monitoring/dueTimes.ts";
import { Check, type CheckKind, type CheckRecord } from "../../../shared/entities/check.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { User } from "../../../shared/entities/user.ts";
import { timestamp } from "../../../shared/time.ts";
import { makeUnusedEstate } from "../../support/factories.ts";

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
  const shard = shardOf(website_uuid);
  const common = { ...key, business_uuid, hostname: "example.com", shard };

  /** Replaces attributes of a check. */
  async function put(kind: CheckKind, more: Partial<CheckRecord> = {}) {
    await Check.put({ ...common, kind, due_at: TOMORROW, results: [], memory: {}, ...more }).go();
  }
  await put("uptime", { memory: { state: "up", downtimes: [] } });
  await put("audit");
  return {
    reseller_uuid,
    business_uuid,
    website_uuid,
    shard,
    put,
    async get(kind: CheckKind) {
      return (await Check.get({ ...key, kind }).go({ consistent: true })).data;
    },
    async remove(kind: CheckKind) {
      await Check.delete({ ...key, kind }).go();
    },
    async suspendUser() {
      await User.patch({ reseller_uuid, uuid: user }).set({ suspended_at: YESTERDAY }).go();
    },
    async switchUptimeOff() {
      await Plan.patch({ reseller_uuid, uuid: reseller.planUuid }).set({ downtime: false }).go();
    },
  };
}
