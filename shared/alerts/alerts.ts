import {
  Alert,
  type AlertAddress,
  AlertDowntime,
  type AlertDowntimeRecord,
  type AlertRecord,
  Alerts,
  type AlertsRecord,
  alertsDueAt,
} from "../entities/alerts.ts";
import { batchDelete } from "../platform/table/batch.ts";
import { retryOnConflict, transact, type Write, writeIfTrue } from "../platform/table/transact.ts";
import { NEVER, timestamp } from "../platform/time.ts";
import { newUuid } from "../platform/uuid.ts";
import { newSecret } from "../reports/unsubscribeToken.ts";

/** What begins, or ends, within this time shares an alert. */
export const TOGETHER_MS = 120_000;

/** What an account without settings has. */
const USUAL = { revision: 0, addresses: [] as AlertAddress[], delay_minutes: 5 };

/** What may be changed; `null` ends the quiet hours. */
interface Changes {
  addresses?: AlertAddress[] | undefined;
  delay_minutes?: number | undefined;
  quiet_hours?: AlertsRecord["quiet_hours"] | null;
}

/** The alerts of an account. */
export async function readAlerts(reseller_uuid: string): Promise<AlertsRecord> {
  const { data } = await Alerts.get({ reseller_uuid }).go({ consistent: true });
  return data ?? { ...USUAL, reseller_uuid };
}

/** Changes the alerts of an account. `decide` is called again if somebody else changes them meanwhile. */
export async function changeAlerts(
  reseller_uuid: string,
  decide: (before: AlertsRecord) => Changes | Promise<Changes>,
): Promise<AlertsRecord> {
  return await retryOnConflict(async () => {
    const before = await readAlerts(reseller_uuid);
    const { quiet_hours = before.quiet_hours, ...changes } = await decide(before);
    const changed = {
      ...{ ...before, ...changes, quiet_hours: quiet_hours ?? undefined },
      revision: before.revision + 1,
    };
    await transact(
      Alerts.put(changed).where(({ revision }, { eq, notExists }) =>
        before.revision === 0 ? notExists(revision) : eq(revision, before.revision),
      ),
    );
    return changed;
  });
}

/** The addresses of these e-mails. An address that exists already is not changed, also if it is unsubscribed. */
export function addressesOf({ addresses }: AlertsRecord, emails: string[]): AlertAddress[] {
  return emails.map(
    (email) =>
      addresses.find((each) => each.email === email) ?? {
        ...{ email, uuid: newUuid(), secret: newSecret() },
      },
  );
}

/** The addresses that get alerts. */
export function listeners({ addresses }: Pick<AlertsRecord, "addresses">): AlertAddress[] {
  return addresses.filter(({ unsubscribed_at }) => unsubscribed_at === undefined);
}

/** The alerts of an account as the API shows them. */
export function presentAlerts({ addresses, delay_minutes, quiet_hours }: AlertsRecord) {
  return {
    addresses: addresses.map(({ email }) => email),
    unsubscribed_addresses: addresses.flatMap(({ email, unsubscribed_at }) =>
      unsubscribed_at ? email : [],
    ),
    delay_minutes,
    quiet_hours: quiet_hours ?? null,
  };
}

type AlertDowntimeKey = Pick<AlertDowntimeRecord, "reseller_uuid" | "uuid" | "began_at">;

/** Notes that a downtime was noticed, unless it was noted before. */
export async function noteBeginning(key: AlertDowntimeKey, at: Date) {
  await writeIfTrue(() => AlertDowntime.create({ ...key, confirmed_at: timestamp(at) }).go());
}

/** Notes that the end of a downtime was noticed, if it is known. */
export async function noteEnd(key: AlertDowntimeKey, ended_at: string, at: Date) {
  const recovered_at = timestamp(at);
  await writeIfTrue(() => AlertDowntime.patch(key).set({ ended_at, recovered_at }).go());
}

/** The downtimes that the alerts of an account are about. */
export async function findAlertDowntimes(reseller_uuid: string): Promise<AlertDowntimeRecord[]> {
  const { data } = await AlertDowntime.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  return data;
}

/** The write that makes the alerts of an account due, for `retryOnConflict`. */
export function dueWrite({ reseller_uuid, revision }: AlertsRecord, due_at: string): Write {
  return Alerts.patch({ reseller_uuid })
    .set({ ...alertsDueAt(reseller_uuid, due_at), revision: revision + 1 })
    .where((alerts, { eq }) => eq(alerts.revision, revision));
}

/**
 * Makes the alerts of an account due at a time, unless they are due earlier. Does nothing without settings. A worker
 * that is making an alert starts over.
 */
export async function makeDueBy(reseller_uuid: string, at: Date) {
  await retryOnConflict(async () => {
    const alerts = await readAlerts(reseller_uuid);
    if (alerts.revision === 0) return;
    const [due_at = NEVER] = [timestamp(at), alerts.due_at ?? NEVER].toSorted();
    await transact(dueWrite(alerts, due_at));
  });
}

/** Marks that the alert of this `due_at` tells the beginning or end of a downtime; without one, removes the mark. */
export async function markTold(
  { reseller_uuid, uuid, began_at, ended_at }: AlertDowntimeRecord,
  due_at: string | undefined,
) {
  const name = ended_at ? "ended_in" : "begun_in";
  const patch = AlertDowntime.patch({ reseller_uuid, uuid, began_at });
  await writeIfTrue(() => (due_at ? patch.set({ [name]: due_at }) : patch.remove([name])).go());
}

/** Removes downtimes of which nothing is to be told any more. */
export async function forgetDowntimes(downtimes: AlertDowntimeKey[]) {
  await batchDelete(AlertDowntime, downtimes);
}

/** The write of an alert, which the table's stream has sent. */
export function alertWrite(alert: AlertRecord): Write {
  return Alert.put(alert);
}
