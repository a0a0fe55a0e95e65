import { Plan } from "../../shared/entities/plan.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { planFeatures } from "../../shared/planFeatures.ts";
import { transact } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { command } from "./command.ts";
import { describePlan } from "./describePlan.ts";
import { features, flag, name, reseller_uuid, switches } from "./fields.ts";
import { intervalFields, intervals } from "./planIntervals.ts";
import { requireReseller } from "./requireReseller.ts";
import { WrongInput } from "./wrongInput.ts";

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
    await transact({ plan: Plan, reseller: Reseller }, (entities) => [
      entities.plan.create(plan).commit(),
      ...(isDefault
        ? [entities.reseller.patch({ uuid: reseller_uuid }).set({ default_plan_uuid }).commit()]
        : []),
    ]);
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
