import { Plan } from "../../shared/entities/plan.ts";
import { planFeatures } from "../../shared/resources/planFeatures.ts";
import { transact, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { command, flag, name, reseller_uuid, WrongInput } from "./command.ts";
import {
  describePlan,
  features,
  intervalFields,
  intervals,
  makeDefault,
  switches,
} from "./plan.ts";
import { requireReseller } from "./reseller.ts";

const PLANS_PER_RESELLER = 100;

/** Creates a plan with the named switches on and all others off; it may become the default one. */
export const createPlan = command(
  {
    reseller_uuid,
    name,
    default: flag("--default"),
    with: features("--with"),
    ...intervalFields,
  },
  async ({ reseller_uuid, name, default: isDefault = false, with: on = [], ...given }) => {
    const reseller = await requireReseller(reseller_uuid);
    await assertRoom(reseller_uuid);
    const created_at = timestamp();
    const plan = {
      reseller_uuid,
      uuid: newUuid(),
      name,
      ...switches(planFeatures, false),
      ...switches(on, true),
      ...intervals(given),
      created_at,
      updated_at: created_at,
    };
    const default_plan_uuid = isDefault ? plan.uuid : reseller.default_plan_uuid;
    await transact(
      write(Plan, (entity) => entity.create(plan).commit()),
      ...(isDefault ? [makeDefault(plan)] : []),
    );
    return describePlan(plan, default_plan_uuid);
  },
);

async function assertRoom(reseller_uuid: string) {
  const { data } = await Plan.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  if (data.length >= PLANS_PER_RESELLER) {
    throw new WrongInput(
      `The reseller has ${PLANS_PER_RESELLER} plans, which is the most it can have: change one with "plan update".`,
    );
  }
}
