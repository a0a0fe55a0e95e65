import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { changeListed, noteRemover, unlessGone } from "../../shared/lists/changeListed.ts";
import { findBusinesses } from "../../shared/lists/readAccount.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import {
  checkOnly,
  transact,
  transactIfTrue,
  type Write,
} from "../../shared/platform/table/transact.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import {
  newPlan,
  planChange,
  planCreation,
  planRemoval,
  switches,
} from "../../shared/resellers/planWrites.ts";
import { settingsWrite } from "../../shared/resellers/resellerWrites.ts";
import { intervalMinutes } from "../../shared/uptime/audits.ts";
import { hasFeature, planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import {
  findOwnResellers,
  noRecord,
  requireChangeable,
  requireOpenReseller,
  requireReseller,
} from "./records.ts";

const PLANS_PER_RESELLER = 100;
/** Businesses moved by one call, which fits well within the function's timeout. */
const MOVED_AT_MOST = 500;
const MOVED_AT_ONCE = 25;

/** The attributes of a plan for these intervals. */
function intervals({
  uptime_interval_minutes,
  audit_interval_hours,
}: {
  uptime_interval_minutes?: number | undefined;
  audit_interval_hours?: number | undefined;
}) {
  return {
    ...(uptime_interval_minutes && { uptime_interval_minutes }),
    ...(audit_interval_hours && { audit_interval_minutes: audit_interval_hours * 60 }),
  };
}

/** The write that makes a plan the default of its reseller instead of the previous one. */
function makeDefault({ reseller_uuid, uuid }: Pick<PlanRecord, "reseller_uuid" | "uuid">): Write {
  return settingsWrite(reseller_uuid, { default_plan_uuid: uuid });
}

/** A plan as operators see it: with the switches that are on, and its intervals, which the API does not show. */
export function describePlan(plan: PlanRecord, default_plan_uuid: string | undefined) {
  const { uuid, reseller_uuid, name, created_at, updated_at } = plan;
  return {
    ...{ uuid, reseller_uuid, name, is_default: uuid === default_plan_uuid },
    on: planFeatures.filter((feature) => hasFeature(plan, feature)),
    ...{ created_at, updated_at },
    uptime_interval_minutes: intervalMinutes("uptime", plan),
    audit_interval_hours: intervalMinutes("audit", plan) / 60,
  };
}

/** Creates a plan with the named switches on and all others off, optionally as the default. */
export async function createPlan({
  reseller_uuid,
  name,
  default: isDefault = false,
  with: on = [],
  ...minutesAndHours
}: CommandInput<"plan create">) {
  const reseller = await requireOpenReseller(reseller_uuid);
  await assertRoom(reseller_uuid);
  const uuid = newUuid();
  const plan = newPlan({ reseller_uuid, uuid, name, on, ...intervals(minutesAndHours) });
  await transact(planCreation(plan), ...(isDefault ? [makeDefault(plan)] : []));
  return describePlan(plan, isDefault ? uuid : reseller.default_plan_uuid);
}

async function assertRoom(reseller_uuid: string) {
  if ((await readPlans(reseller_uuid)).length < PLANS_PER_RESELLER) return;
  throw new WrongInput(
    `The reseller has ${PLANS_PER_RESELLER} plans, which is the most it can have: change one with "plan update".`,
  );
}

/** The plans of a reseller, oldest first. */
export async function readPlans(reseller_uuid: string): Promise<PlanRecord[]> {
  const consistent = { consistent: true, pages: "all" } as const;
  return (await Plan.query.ofReseller({ reseller_uuid }).go(consistent)).data;
}

/** Lists the plans of a reseller, oldest first; without a reseller, those of all but sandboxes. */
export async function listPlans({ reseller_uuid }: CommandInput<"plan list">) {
  if (reseller_uuid !== undefined) return await plansOf(await requireReseller(reseller_uuid));
  const plans = await Promise.all((await findOwnResellers()).map(plansOf));
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
  ...minutesAndHours
}: CommandInput<"plan update">) {
  const attributes = {
    ...(name === undefined ? {} : { name }),
    ...switches(on, true),
    ...switches(off, false),
    ...intervals(minutesAndHours),
  };
  if (!isDefault && Object.keys(attributes).length === 0) {
    throw new WrongInput(
      "Nothing to change: give --name, --default, --with, --without, --uptime-interval or --audit-interval.",
    );
  }
  const { reseller_uuid } = await requireChangeable("plan", uuid);
  await transact(
    planChange({ reseller_uuid, uuid }, attributes),
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
  return describePlan(plan, reseller.default_plan_uuid);
}

/**
 * Moves the businesses of a plan to the reseller's default plan, and then deletes the plan. One call
 * moves at most 500; repeat it while `deleted` is false.
 */
export async function deletePlan({ uuid }: CommandInput<"plan delete">) {
  const { reseller_uuid, name } = await requireChangeable("plan", uuid);
  const { default_plan_uuid } = await requireReseller(reseller_uuid);
  if (uuid === default_plan_uuid) {
    throw new WrongInput(
      `"${name}" is the reseller's default plan: make another one the default with "plan update UUID --default" first.`,
    );
  }
  const moved = await moveBusinesses({ reseller_uuid, from: uuid, to: default_plan_uuid });
  const deleted = moved < MOVED_AT_MOST && (await removePlan({ reseller_uuid, uuid }));
  return { uuid, name, moved, deleted };
}

interface Move {
  reseller_uuid: string;
  from: string;
  to: string;
}

/** Moves up to MOVED_AT_MOST businesses of a plan and returns their number. */
async function moveBusinesses({ reseller_uuid, from, to }: Move): Promise<number> {
  let seen = 0;
  let after: string | undefined;
  do {
    const { page, next } = await findBusinesses(
      { reseller_uuid, plan_uuid: from },
      { after, limit: MOVED_AT_ONCE },
    );
    await Promise.all(
      page.map((uuid) =>
        unlessGone(
          changeListed(businesses, { reseller_uuid, uuid }, ({ plan_uuid }) =>
            plan_uuid === from ? { set: { plan_uuid: to } } : undefined,
          ),
        ),
      ),
    );
    seen += page.length;
    after = next;
  } while (after !== undefined && seen < MOVED_AT_MOST);
  return seen;
}

/** Deletes a plan unless it has become the default one; returns whether it did. */
async function removePlan({ reseller_uuid, uuid }: { reseller_uuid: string; uuid: string }) {
  const remover = await noteRemover(Plan, { reseller_uuid, uuid });
  if (remover === undefined) return true;
  return await transactIfTrue(
    checkOnly(
      Reseller.delete({ uuid: reseller_uuid }).where(({ default_plan_uuid }, { ne }) =>
        ne(default_plan_uuid, uuid),
      ),
    ),
    planRemoval({ reseller_uuid, uuid }, remover),
  );
}

/** Moves a business to another plan of its reseller. */
export async function setBusinessPlan({
  business_uuid,
  plan_uuid,
}: CommandInput<"business set-plan">) {
  const { reseller_uuid } = await requireChangeable("business", business_uuid);
  await assertPlan(reseller_uuid, plan_uuid);
  const key = { reseller_uuid, uuid: business_uuid };
  const business = await unlessGone(
    changeListed(businesses, key, (business) =>
      business.plan_uuid === plan_uuid ? undefined : { set: { plan_uuid } },
    ),
  );
  if (business === undefined) throw noRecord("business", business_uuid);
  const { uuid, name, updated_at } = business;
  return { uuid, reseller_uuid, name, plan_uuid, updated_at };
}

async function assertPlan(reseller_uuid: string, uuid: string) {
  const { data } = await Plan.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (data) return;
  throw new WrongInput(
    `The business belongs to reseller ${reseller_uuid}, which has no plan ${uuid}: "plan list --reseller ${reseller_uuid}" shows those it has.`,
  );
}
