import { type CheckKind, type CheckRecord, checkKinds } from "../../shared/entities/check.ts";
import { Deleted, type DeletedRecord } from "../../shared/entities/deleted.ts";
import { UptimeDay } from "../../shared/entities/uptimeDay.ts";
import { Website } from "../../shared/entities/website.ts";
import { deletedItem } from "../../shared/lists/deleted.ts";
import { batchDelete, batchGet, batchPut, lookup } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { LIVE_DAYS, readDays, writeDay } from "./dailyFigures.ts";
import { dayOf, daysLater } from "./days.ts";
import { findChecks, forgetChecks } from "./findChecks.ts";

/** Where a check of a deleted website is kept. */
function placeOf(uuid: string, kind: CheckKind): string {
  return `website#${uuid}#${kind}`;
}

/**
 * Stops the checks of a deleted website, and keeps what they know for its restoration. Does nothing if the
 * website is there again.
 */
export async function setAsideChecks({ reseller_uuid, uuid }: OwnedKey) {
  const key = { reseller_uuid, uuid };
  const { data: website } = await Website.get(key).go({ consistent: true });
  const checks = website ? [] : await findChecks(key);
  if (checks.length === 0) return;
  await batchPut(
    Deleted,
    checks.map((check) =>
      deletedItem("check", { ...check, revision: 0 }, { place: placeOf(key.uuid, check.kind) }),
    ),
  );
  await forgetChecks(key);
}

/** The former checks of a website that was restored. */
export async function findFormerChecks({ reseller_uuid, uuid }: OwnedKey): Promise<CheckRecord[]> {
  const found = await batchGet(
    ...checkKinds.map((kind) =>
      lookup<DeletedRecord>(Deleted, { reseller_uuid, place: placeOf(uuid, kind), uuid }),
    ),
  );
  return found.flatMap((each) => (each?.record ? (each.record as unknown as CheckRecord) : []));
}

/** Removes the former checks of a website that is gone for good. */
export async function forgetFormerChecks({ reseller_uuid, uuid }: OwnedKey) {
  const keys = checkKinds.map((kind) => ({ reseller_uuid, place: placeOf(uuid, kind), uuid }));
  await batchDelete(Deleted, keys);
}

/**
 * Writes the daily figures that only the check of a deleted website knows, while its rounds are still kept.
 * A check that a worker has written after the deletion is set aside, too.
 */
export async function foldDays({ reseller_uuid, uuid }: OwnedKey) {
  const key = { reseller_uuid, uuid };
  await setAsideChecks(key);
  const check = (await findFormerChecks(key)).find(({ kind }) => kind === "uptime");
  const { data: website } = await Website.get(key).go({ consistent: true });
  if (!check || website) return;
  const { folded = "" } = check;
  const now = Date.now();
  const today = dayOf(now / 1000);
  const days = Array.from({ length: LIVE_DAYS + 1 }, (_, index) => daysLater(today, -index));
  const missing = days.filter((day) => day > folded);
  await writeDay(await readDays(check as CheckRecord<"uptime">, missing, now));
}

/** Removes today's figures of a website that is checked again: its check knows them, and goes on. */
export async function unfoldToday({ reseller_uuid, uuid }: OwnedKey) {
  await batchDelete(UptimeDay, [{ reseller_uuid, uuid, day: dayOf(Date.now() / 1000) }]);
}
