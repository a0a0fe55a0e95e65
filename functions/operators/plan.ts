import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import { transact, write } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import type { CommandInput } from "./catalogue.ts";
import { createOnce } from "./createOnce.ts";
import { WrongInput } from "./definition.ts";
import { describePlan, intervals, makeDefault, notedPlan, switches } from "./planFields.ts";
import {
  findResellers,
  requireChangeable,
  requireOpenReseller,
  requireReseller,
} from "./reseller.ts";

const PLANS_PER_RESELLER = 100;

/** Creates a plan with the named switches on and all others off, optionally as the default. */
export async function createPlan({
  reseller_uuid,
  name,
  default: isDefault = false,
  with: on = [],
  new_uuid: uuid,
  ...given
}: CommandInput<"plan create">) {
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
}

async function assertRoom(reseller_uuid: string) {
  if ((await readPlans(reseller_uuid)).length < PLANS_PER_RESELLER) return;
  throw new WrongInput(
    `The reseller has ${PLANS_PER_RESELLER} plans, which is the most it can have: change one with "plan update".`,
  );
}

async function readPlans(reseller_uuid: string): Promise<PlanRecord[]> {
  const consistent = { consistent: true, pages: "all" } as const;
  return (await Plan.query.ofReseller({ reseller_uuid }).go(consistent)).data;
}

/** Lists the plans of a reseller, oldest first; without a reseller, those of all but sandboxes. */
export async function listPlans({ reseller_uuid }: CommandInput<"plan list">) {
  if (reseller_uuid !== undefined) return await plansOf(await requireReseller(reseller_uuid));
  const plans = await Promise.all((await findResellers()).map(plansOf));
  return plans.flat();
}

/** Takes a reseller that was read before, so that its default plan is among the plans. */
async function plansOf({ uuid, default_plan_uuid }: ResellerRecord) {
  return (await readPlans(uuid)).map((plan) => describePlan(plan, default_plan_uuid));
}

/**
 * Changes the given fields of a plan only, so that concurrent updates don't undo each other. A plan
 * stops being the default only when another one becomes it.
 */
export async function updatePlan({
  uuid,
  name,
  default: isDefault = false,
  with: on = [],
  without: off = [],
  ...given
}: CommandInput<"plan update">) {
  const attributes = {
    ...(name === undefined ? {} : { name }),
    ...switches(on, true),
    ...switches(off, false),
    ...intervals(given),
  };
  if (!isDefault && Object.keys(attributes).length === 0) {
    throw new WrongInput(
      "Nothing to change: give --name, --default, --with, --without, --uptime-interval or --audit-interval.",
    );
  }
  const both = on.filter((feature) => off.includes(feature));
  if (both.length > 0) {
    throw new WrongInput(`Name ${both.join(", ")} in --with or in --without, not in both.`);
  }
  const { reseller_uuid } = await requireChangeable("plan", uuid);
  await transact(
    write(Plan, (plan) =>
      plan
        .patch({ reseller_uuid, uuid })
        .set({ ...attributes, updated_at: timestamp() })
        .commit(),
    ),
    ...(isDefault ? [makeDefault({ reseller_uuid, uuid })] : []),
  );
  return readPlan(reseller_uuid, uuid);
}

async function readPlan(reseller_uuid: string, uuid: string) {
  const [plan, reseller] = await batchGet(
    lookup<PlanRecord>(Plan, { reseller_uuid, uuid }),
    lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
  );
  if (plan === undefined || reseller === undefined) throw new Error(`Plan ${uuid} is gone`);
  return notedPlan(describePlan(plan, reseller.default_plan_uuid));
}
