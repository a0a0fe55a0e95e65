import { ApiKey } from "../entities/apiKey.ts";
import { Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { batchDelete, batchGet, lookup } from "../platform/table/batch.ts";
import { transactIfTrue } from "../platform/table/transact.ts";
import { DAY_MS, timestamp } from "../platform/time.ts";
import { twinOf } from "../vocabulary/sandbox.ts";
import { removalBegun } from "./resellerWrites.ts";

/** How long a closed reseller can be reopened. */
export const KEPT_DAYS = 30;

/** All resellers, sandboxes and closed ones included. */
export async function findResellers(): Promise<ResellerRecord[]> {
  const { data } = await Reseller.query.all({}).go({ pages: "all" });
  const resellers = await batchGet(
    ...data.map(({ uuid }) => lookup<ResellerRecord>(Reseller, { uuid })),
  );
  return resellers.filter((reseller) => reseller !== undefined);
}

/** Whether a reseller was closed more than 30 days ago. A sandbox is removed with its reseller. */
export function isOverdue({ closed_at, sandbox_of }: ResellerRecord): boolean {
  if (closed_at === undefined || sandbox_of !== undefined) return false;
  return Date.parse(closed_at) + KEPT_DAYS * DAY_MS < Date.now();
}

/**
 * Begins to remove a reseller and its sandbox: from now on it can't be reopened, and its keys are gone. Returns
 * false if it was reopened, or is gone.
 */
export async function beginRemoval(uuid: string): Promise<boolean> {
  const { data: reseller } = await Reseller.get({ uuid }).go({ consistent: true });
  if (!reseller || !isOverdue(reseller)) return false;
  const sandbox = twinOf(uuid);
  const { data: its } = await Reseller.get({ uuid: sandbox }).go({ consistent: true });
  const marked = await transactIfTrue(
    ...(its ? [reseller, its] : [reseller]).map((account) =>
      removalBegun(account, account.deleting_since ?? timestamp()),
    ),
  );
  if (!marked) return false;
  for (const reseller_uuid of [uuid, sandbox]) {
    const { data: keys } = await ApiKey.query.ofReseller({ reseller_uuid }).go({ pages: "all" });
    await batchDelete(
      ApiKey,
      keys.map(({ uuid }) => ({ uuid })),
    );
  }
  return true;
}
