import { CustomFields } from "../../shared/entities/customFields.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { checkOnly, transact } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { copyPlans } from "../../shared/resellers/planWrites.ts";
import { resellerCreation } from "../../shared/resellers/resellerWrites.ts";
import { readCustomFields } from "../../shared/resources/business.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import { WrongInput } from "./definition.ts";
import { readPlans } from "./plan.ts";

/** A sandbox's name as operators see it. */
export function sandboxName(name: string): string {
  return `${name} (sandbox)`;
}

/** The sandbox of a reseller; undefined if it has none. */
export async function findSandbox(reseller_uuid: string): Promise<ResellerRecord | undefined> {
  const { data } = await Reseller.get({ uuid: twinOf(reseller_uuid) }).go({ consistent: true });
  return data?.sandbox_of === reseller_uuid ? data : undefined;
}

/** The sandbox of a reseller, created if needed; a sandbox is its own. */
export async function requireSandbox(reseller: ResellerRecord): Promise<ResellerRecord> {
  if (reseller.sandbox_of !== undefined) return reseller;
  return (await findSandbox(reseller.uuid)) ?? (await makeSandbox(reseller));
}

/**
 * Copies a reseller's plans and custom fields and then creates the sandbox, which makes the copies
 * reachable. Throws ConditionFailed if the reseller has changed since it was read, or has a sandbox by
 * now. Concurrent calls write the same.
 */
async function makeSandbox(reseller: ResellerRecord): Promise<ResellerRecord> {
  const { uuid: sandbox_of, name: reseller_name, default_plan_uuid } = reseller;
  const uuid = twinOf(sandbox_of);
  const [plans, fields] = await Promise.all([readPlans(sandbox_of), readCustomFields(sandbox_of)]);
  await copyPlans(plans, uuid);
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
    resellerCreation(sandbox),
    checkOnly(
      Reseller.delete({ uuid: sandbox_of }).where(
        (of, { eq, notExists }) =>
          `${notExists(of.closed_at)} AND ${notExists(of.deleting_since)} AND ${eq(of.default_plan_uuid, default_plan_uuid)}`,
      ),
    ),
  );
  return sandbox;
}

/** Throws WrongInput if this is a sandbox; `advice` says how its reseller decides the matter. */
export function assertNoSandbox({ uuid, sandbox_of }: ResellerRecord, advice: string) {
  if (sandbox_of === undefined) return;
  throw new WrongInput(`Reseller ${uuid} is the sandbox of ${sandbox_of}: ${advice}`);
}
