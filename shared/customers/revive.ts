import { Plan } from "../entities/plan.ts";
import { Reseller } from "../entities/reseller.ts";
import type { Place } from "../lists/listedKind.ts";
import type { AnyListed, ListedName } from "../lists/listedKinds.ts";
import { newWebsite, UNSEEN } from "../lists/websites.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { endOfMaintenance, findWindows } from "../uptime/maintenanceWindows.ts";

/** The attributes that a deleted record has when it comes back. */
export async function revive(name: ListedName, record: AnyListed): Promise<AnyListed> {
  // An absent time of the last change stays absent.
  const whole = { ...record, updated_at: record.updated_at };
  if (name === "website") return await reviveWebsite(whole);
  return name === "business" ? await reviveBusiness(whole) : whole;
}

/** As with another host name, nothing is known of the website until a check finds it; it may be in maintenance. */
async function reviveWebsite(website: AnyListed): Promise<AnyListed> {
  const maintenance_until = endOfMaintenance(await findWindows(website as OwnedKey), new Date());
  const others = { paused_since: undefined, last_maintenance: undefined, maintenance_until };
  return newWebsite({ ...website, ...UNSEEN, ...others });
}

/** A business whose plan was deleted in the meantime gets the default plan. */
async function reviveBusiness(business: AnyListed): Promise<AnyListed> {
  const { reseller_uuid, plan_uuid } = business;
  const key = { reseller_uuid, uuid: String(plan_uuid) };
  const { data: plan } = await Plan.get(key).go({ consistent: true });
  if (plan) return business;
  const { data: reseller } = await Reseller.get({ uuid: reseller_uuid }).go({ consistent: true });
  return { ...business, plan_uuid: reseller?.default_plan_uuid ?? plan_uuid };
}

/** The place of a record in the list of its kind. */
export function placeOf({ reseller_uuid, user_uuid, business_uuid }: AnyListed): Place {
  return {
    reseller_uuid,
    ...(user_uuid !== undefined && { user_uuid }),
    ...(business_uuid !== undefined && { business_uuid }),
  };
}
