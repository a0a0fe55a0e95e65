import { Plan, type PlanRecord } from "../entities/plan.ts";
import { batchPut } from "../platform/table/batch.ts";
import type { Write } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { type PlanFeature, planFeatures } from "../vocabulary/planFeatures.ts";
import { twinOf } from "../vocabulary/sandbox.ts";

/** @file The writes of plans. */

/** The attributes of a plan that set all these switches to one position. */
export function switches(names: readonly PlanFeature[], position: boolean) {
  return Object.fromEntries(names.map((name) => [name, position])) as Record<PlanFeature, boolean>;
}

type PlanKey = Pick<PlanRecord, "reseller_uuid" | "uuid">;

/** A new plan with these switches on and all others off. */
export function newPlan(
  { on, ...plan }: PlanKey & Partial<PlanRecord> & { name: string; on: readonly PlanFeature[] },
  created_at = timestamp(),
): PlanRecord {
  const all = { ...switches(planFeatures, false), ...switches(on, true) };
  return { ...plan, ...all, created_at, updated_at: created_at };
}

/** Creates a plan. */
export function planCreation(plan: PlanRecord): Write {
  return Plan.create(plan);
}

/** Sets attributes. Fails if there is no such plan. */
export function planChange(key: PlanKey, set: Partial<PlanRecord>): Write {
  return Plan.patch(key).set({ ...set, updated_at: timestamp() });
}

/** Removes a plan; fails if it has changed since its remover was noted (`noteRemover`). */
export function planRemoval(key: PlanKey, remover: string): Write {
  return Plan.remove(key).where(({ changed_by }, { eq }) => eq(changed_by, remover));
}

/** Copies the plans of a reseller into its sandbox. */
export async function copyPlans(plans: PlanRecord[], reseller_uuid: string) {
  await batchPut(
    Plan,
    plans.map((plan) => ({ ...plan, reseller_uuid, uuid: twinOf(plan.uuid) })),
  );
}
