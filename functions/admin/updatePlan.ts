import * as z from "zod/mini";
import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { transact, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { command, flag, name, uuid, WrongInput } from "./command.ts";
import {
  describePlan,
  features,
  intervalFields,
  intervals,
  makeDefault,
  notedPlan,
  switches,
} from "./plan.ts";
import { requireOwned } from "./records.ts";

/**
 * Changes what is named of a plan and leaves the rest alone, so that two updates at once don't
 * undo each other. A plan stops being the default one only when another one becomes it.
 */
export const updatePlan = command(
  {
    uuid: uuid("The plan", "plan list"),
    name: z.optional(name),
    default: flag("--default"),
    with: features("--with"),
    without: features("--without"),
    ...intervalFields,
  },
  async ({
    uuid,
    name,
    default: isDefault = false,
    with: on = [],
    without: off = [],
    ...given
  }) => {
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
    const { reseller_uuid } = await requireOwned("plan", uuid);
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
  },
);

async function readPlan(reseller_uuid: string, uuid: string) {
  const [plan, reseller] = await batchGet(
    lookup<PlanRecord>(Plan, { reseller_uuid, uuid }),
    lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
  );
  if (plan === undefined || reseller === undefined) throw new Error(`Plan ${uuid} is gone`);
  return notedPlan(describePlan(plan, reseller.default_plan_uuid));
}
