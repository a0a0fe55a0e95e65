import { Plan } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { transact, write } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import { canHaveTwin } from "../../shared/vocabulary/sandbox.ts";
import type { CommandInput } from "./catalogue.ts";
import { createOnce } from "./createOnce.ts";
import { WrongInput } from "./definition.ts";
import { switches } from "./planFields.ts";
import { assertNameIsFree, describeReseller } from "./reseller.ts";

const DEFAULT_PLAN_NAME = "Standard";

/** Creates a reseller together with its default plan, which has every switch on. */
export async function createReseller({
  name,
  same_name = false,
  new_uuid: uuid,
}: CommandInput<"reseller create">) {
  if (!canHaveTwin(uuid)) throw new WrongInput("new_uuid must be a UUID of version 7.");
  const reseller = await createOnce<ResellerRecord>({
    find: async () => (await Reseller.get({ uuid }).go({ consistent: true })).data ?? undefined,
    write: async () => {
      if (!same_name) await assertNameIsFree(name, uuid);
      return await writeReseller(uuid, name);
    },
  });
  return describeReseller(reseller);
}

async function writeReseller(uuid: string, name: string): Promise<ResellerRecord> {
  const created_at = timestamp();
  const counts = { user_sequence: 0, webhook_count: 0 };
  const reseller = { uuid, name, default_plan_uuid: newUuid(), created_at, ...counts };
  const plan = {
    reseller_uuid: uuid,
    uuid: reseller.default_plan_uuid,
    name: DEFAULT_PLAN_NAME,
    ...switches(planFeatures, true),
    created_at,
    updated_at: created_at,
  };
  await transact(
    write(Reseller, (entity) => entity.create(reseller).commit()),
    write(Plan, (entity) => entity.create(plan).commit()),
  );
  return reseller;
}
