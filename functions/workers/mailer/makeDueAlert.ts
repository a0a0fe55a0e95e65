import {
  alertWrite,
  dueWrite,
  findAlertDowntimes,
  forgetDowntimes,
  listeners,
  markTold,
  readAlerts,
} from "../../../shared/alerts/alerts.ts";
import { planAlert } from "../../../shared/alerts/planAlert.ts";
import type {
  AlertDowntimeRecord,
  AlertsRecord,
  ToldDowntime,
} from "../../../shared/entities/alerts.ts";
import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import { accountLocale, isClosed, Reseller } from "../../../shared/entities/reseller.ts";
import { Website, type WebsiteRecord } from "../../../shared/entities/website.ts";
import { addLogFields } from "../../../shared/platform/log.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import { type Clock, DAY_SECONDS, NEVER, timestamp } from "../../../shared/platform/time.ts";

/** The most downtimes that an alert lists of those that began, and of those that ended. */
const MOST_TOLD = 20;
const KEPT_DAYS = 7;
const MARKED_AT_ONCE = 25;

type DueAlerts = Pick<AlertsRecord, "reseller_uuid"> & { due_at: string };

/** A downtime whose beginning or end is still to be told, with its website. */
interface Untold extends AlertDowntimeRecord {
  website: WebsiteRecord;
}

/**
 * Makes the alert of an account that is due, if there is something to tell, and schedules the next one. A message with
 * another `due_at` than the current one is outdated. If downtimes change meanwhile, everything starts over. The marks of
 * an attempt take effect only when the account's `due_at` changes.
 */
export async function makeDueAlert({ reseller_uuid, due_at }: DueAlerts, clock: Clock) {
  addLogFields({ reseller_uuid });
  await retryOnConflict(async () => {
    const alerts = await readAlerts(reseller_uuid);
    if (alerts.due_at !== due_at) return;
    const [{ data: reseller }, downtimes] = await Promise.all([
      Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
      findAlertDowntimes(reseller_uuid),
    ]);
    const addresses = reseller && !isClosed(reseller) ? listeners(alerts) : [];
    if (!reseller || addresses.length === 0) {
      await transact(dueWrite(alerts, NEVER));
      return await forgetDowntimes(downtimes);
    }
    const now = clock.now();
    const { untold, settled } = await examine(downtimes, due_at);
    const held = untold.filter((each) => heldUntil(each) > now);
    const plan = planAlert(
      untold.filter((each) => !held.includes(each)),
      { ...alerts, ...accountLocale(reseller) },
      now,
    );
    const { begun, ended } = plan;
    const next = Math.min(plan.next, ...held.map(heldUntil));
    await mark(untold, new Set([...begun, ...ended]), due_at);
    const alert = {
      ...{ reseller_uuid, due_at, addresses: addresses.map(({ uuid }) => uuid) },
      ...{ begun: await tell(begun), begun_count: begun.length },
      ...{ ended: await tell(ended), ended_count: ended.length },
      expires_epoch: Math.floor(now / 1000) + KEPT_DAYS * DAY_SECONDS,
    };
    await transact(
      dueWrite(alerts, Number.isFinite(next) ? timestamp(new Date(next)) : NEVER),
      ...(begun.length + ended.length > 0 ? [alertWrite(alert)] : []),
    );
    await forgetDowntimes([...settled, ...ended]);
  });
}

/**
 * Divides downtimes into those that are still to be told and those that are settled. A downtime is settled if its end
 * was told, if it ended before its beginning was told, or if its website was deleted.
 */
async function examine(downtimes: AlertDowntimeRecord[], due_at: string) {
  const isOver = (told_in: string | undefined) => told_in !== undefined && told_in !== due_at;
  const open = downtimes.filter(({ ended_at, begun_in }) => ended_at || !isOver(begun_in));
  const websites = await batchGet(
    ...open.map(({ reseller_uuid, uuid }) =>
      lookup<WebsiteRecord>(Website, { reseller_uuid, uuid }),
    ),
  );
  const untold: Untold[] = [];
  const settled: AlertDowntimeRecord[] = [];
  for (const [index, downtime] of open.entries()) {
    const { began_at, ended_at, begun_in, ended_in } = downtime;
    const website = websites[index];
    const isUntold = ended_at
      ? isOver(begun_in) && !isOver(ended_in)
      : website?.down_since === began_at;
    if (website && isUntold) untold.push({ ...downtime, website });
    else settled.push(downtime);
  }
  return { untold, settled };
}

/** Until when nothing is told of a website in maintenance, in milliseconds. */
function heldUntil({ website: { maintenance_until = "1970" } }: Untold): number {
  return Date.parse(maintenance_until);
}

/** Marks the downtimes that an alert tells, and removes the marks of others, which an earlier attempt may have set. */
async function mark(untold: Untold[], planned: Set<Untold>, due_at: string) {
  const changed = untold.filter((each) => {
    return planned.has(each) !== (each[each.ended_at ? "ended_in" : "begun_in"] === due_at);
  });
  for (let first = 0; first < changed.length; first += MARKED_AT_ONCE) {
    const some = changed.slice(first, first + MARKED_AT_ONCE);
    await Promise.all(some.map((each) => markTold(each, planned.has(each) ? due_at : undefined)));
  }
}

/** The first of some downtimes, with the names of their businesses. */
async function tell(downtimes: Untold[]): Promise<ToldDowntime[]> {
  const some = downtimes
    .toSorted((one, other) => one.began_at.localeCompare(other.began_at))
    .slice(0, MOST_TOLD);
  const businesses = await batchGet(
    ...some.map(({ reseller_uuid, website }) =>
      lookup<BusinessRecord>(Business, { reseller_uuid, uuid: website.business_uuid }),
    ),
  );
  return some.map(({ began_at, ended_at, website }, index) => ({
    ...{ website_uuid: website.uuid, hostname: website.hostname, began_at },
    business: businesses[index]?.name ?? "",
    ...(ended_at ? { ended_at } : { cause: website.down_cause }),
  }));
}
