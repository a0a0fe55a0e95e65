import { CustomFields } from "../../shared/entities/customFields.ts";
import { Plan } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { readCustomFields } from "../../shared/resources/customFields.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { batchPut } from "../../shared/table/batch.ts";
import { searchKeys } from "../../shared/table/searchKeys.ts";
import { transact, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { WrongInput } from "./command.ts";
import { createOnce } from "./createOnce.ts";

/** What operators see of whose sandbox it is. */
export function sandboxName(name: string): string {
  return `${name} (sandbox)`;
}

/** The sandbox of a reseller; undefined where it has none. */
export async function findSandbox(reseller_uuid: string): Promise<ResellerRecord | undefined> {
  const { data } = await Reseller.get({ uuid: twinOf(reseller_uuid) }).go({ consistent: true });
  return data?.sandbox_of === reseller_uuid ? data : undefined;
}

/** The sandbox of a reseller, made where it has none yet; of a sandbox, itself. */
export async function requireSandbox(reseller: ResellerRecord): Promise<ResellerRecord> {
  if (reseller.sandbox_of !== undefined) return reseller;
  return await createOnce<ResellerRecord>({
    find: () => findSandbox(reseller.uuid),
    write: () => makeSandbox(reseller),
  });
}

/**
 * Copies the plans and custom fields of a reseller, then makes the sandbox, on the condition that the
 * reseller is as it was read: nothing leads to the copies before. Two at once write the same.
 */
async function makeSandbox(reseller: ResellerRecord): Promise<ResellerRecord> {
  const { uuid: sandbox_of, name: reseller_name, default_plan_uuid } = reseller;
  const uuid = twinOf(sandbox_of);
  const [{ data: plans }, fields] = await Promise.all([
    Plan.query.ofReseller({ reseller_uuid: sandbox_of }).go({ consistent: true, pages: "all" }),
    readCustomFields(sandbox_of),
  ]);
  await batchPut(
    Plan,
    plans.map((plan) => ({ ...plan, reseller_uuid: uuid, uuid: twinOf(plan.uuid) })),
  );
  if (fields.length > 0) {
    const copies = fields.map((field) => ({ ...field, uuid: twinOf(field.uuid) }));
    await CustomFields.put({ reseller_uuid: uuid, revision: 1, fields: copies }).go();
  }
  const name = sandboxName(reseller_name);
  const sandbox = {
    ...{ uuid, sandbox_of, name, default_plan_uuid: twinOf(default_plan_uuid) },
    ...{ user_sequence: 0, webhook_count: 0, created_at: timestamp() },
  };
  await transact(
    write(Reseller, (entity) =>
      entity.create({ ...sandbox, ...searchKeys(name, { uuid }) }).commit(),
    ),
    write(Reseller, (entity) =>
      entity
        .check({ uuid: sandbox_of })
        .where(
          (of, { eq, notExists }) =>
            `${notExists(of.deleting_since)} AND ${eq(of.default_plan_uuid, default_plan_uuid)} AND ${eq(of.name, reseller_name)}`,
        )
        .commit(),
    ),
  );
  return sandbox;
}

/** Throws WrongInput where this is a sandbox, which what is asked for follows from its reseller. */
export function assertNoSandbox({ uuid, sandbox_of }: ResellerRecord, advice: string) {
  if (sandbox_of === undefined) return;
  throw new WrongInput(`Reseller ${uuid} is the sandbox of ${sandbox_of}: ${advice}`);
}
