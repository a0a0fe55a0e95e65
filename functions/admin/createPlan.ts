import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { planFeatures } from "../../shared/resources/planFeatures.ts";
import { transact, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { command, flag, name, WrongInput } from "./command.ts";
import { createOnce, new_uuid } from "./createOnce.ts";
import {
  describePlan,
  features,
  intervalFields,
  intervals,
  makeDefault,
  notedPlan,
  switches,
} from "./plan.ts";
import { requireOpenReseller, reseller_uuid } from "./reseller.ts";

const PLANS_PER_RESELLER = 100;

/** Creates a plan with the named switches on and all others off; it may become the default one. */
export const createPlan = command(
  {
    reseller_uuid,
    name,
    default: flag("--default"),
    with: features("--with"),
    ...intervalFields,
    new_uuid,
  },
  async ({
    reseller_uuid,
    name,
    default: isDefault = false,
    with: on = [],
    new_uuid: uuid,
    ...given
  }) => {
    const reseller = await requireOpenReseller(reseller_uuid);
    const plan = await createOnce<PlanRecord>({
      find: async () => {
        const { data } = await Plan.get({ reseller_uuid, uuid }).go({ consistent: true });
        return data ?? undefined;
      },
      write: async () => {
        await assertRoom(reseller_uuid);
        const created_at = timestamp();
        const plan = {
          reseller_uuid,
          uuid,
          name,
          ...switches(planFeatures, false),
          ...switches(on, true),
          ...intervals(given),
          created_at,
          updated_at: created_at,
        };
        await transact(
          write(Plan, (entity) => entity.create(plan).commit()),
          ...(isDefault ? [makeDefault(plan)] : []),
        );
        return plan;
      },
    });
    return notedPlan(describePlan(plan, isDefault ? uuid : reseller.default_plan_uuid));
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
