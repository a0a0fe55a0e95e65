import { Check, checkKinds } from "../../shared/entities/check.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";

/** Removes the checks of a deleted website. */
export async function forgetChecks({ reseller_uuid, uuid }: OwnedKey) {
  const keys = checkKinds.map((kind) => ({ reseller_uuid, uuid, kind }));
  await batchDelete(Check, keys);
}
