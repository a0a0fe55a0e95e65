import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { businessesOf } from "../../shared/lists/lists.ts";
import { listEntities, replaceInList } from "../../shared/lists/writes.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { command } from "./command.ts";
import { uuid } from "./fields.ts";
import { WrongInput } from "./wrongInput.ts";

/** Gives a business another plan of its reseller. */
export const setBusinessPlan = command(
  { business_uuid: uuid("The business"), plan_uuid: uuid("--plan", "plan list") },
  async ({ business_uuid, plan_uuid }) => {
    const { data } = await Business.query.ofAnyReseller({ uuid: business_uuid }).go();
    const [found] = data;
    if (found === undefined) throw noBusiness(business_uuid);
    const { reseller_uuid } = found;
    const { uuid, name, updated_at } = await retryOnConflict(() =>
      changePlan(reseller_uuid, business_uuid, plan_uuid),
    );
    return { uuid, reseller_uuid, name, plan_uuid, updated_at };
  },
);

/** Changes record and list entry together; throws ConditionFailed when the business changes meanwhile. */
async function changePlan(reseller_uuid: string, business_uuid: string, plan_uuid: string) {
  const [business, plan] = await batchGet(
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid: business_uuid }),
    lookup<PlanRecord>(Plan, { reseller_uuid, uuid: plan_uuid }),
  );
  if (business === undefined) throw noBusiness(business_uuid);
  if (plan === undefined) {
    throw new WrongInput(
      `The business belongs to reseller ${reseller_uuid}, which has no plan ${plan_uuid}: "plan list --reseller ${reseller_uuid}" shows those it has.`,
    );
  }
  if (business.plan_uuid === plan_uuid) return business;
  const changes = { plan_uuid, revision: business.revision + 1, updated_at: timestamp() };
  const changed = { ...business, ...changes };
  await transact({ business: Business, ...listEntities }, (entities) => [
    entities.business
      .patch({ reseller_uuid, uuid: business_uuid })
      .set(changes)
      .where(({ revision }, { eq }) => eq(revision, business.revision))
      .commit(),
    ...replaceInList(entities, businessesOf(reseller_uuid, business.user_uuid), changed),
  ]);
  return changed;
}

function noBusiness(business_uuid: string) {
  return new WrongInput(
    `There is no business ${business_uuid}: the API lists them for each user. One just created is found within a second.`,
  );
}
