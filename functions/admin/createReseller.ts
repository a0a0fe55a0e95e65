import { Plan } from "../../shared/entities/plan.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { planFeatures } from "../../shared/resources/planFeatures.ts";
import { searchKeys } from "../../shared/table/searchKeys.ts";
import { transact, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { command, name } from "./command.ts";
import { switches } from "./plan.ts";

const DEFAULT_PLAN_NAME = "Standard";

/** Creates a reseller together with its default plan, which has every switch on. */
export const createReseller = command({ name }, async ({ name }) => {
  const created_at = timestamp();
  const reseller = { uuid: newUuid(), name, default_plan_uuid: newUuid(), created_at };
  const plan = {
    reseller_uuid: reseller.uuid,
    uuid: reseller.default_plan_uuid,
    name: DEFAULT_PLAN_NAME,
    ...switches(planFeatures, true),
    created_at,
    updated_at: created_at,
  };
  await transact(
    write(Reseller, (entity) =>
      entity.create({ ...reseller, ...searchKeys(name, { uuid: reseller.uuid }) }).commit(),
    ),
    write(Plan, (entity) => entity.create(plan).commit()),
  );
  return reseller;
});
