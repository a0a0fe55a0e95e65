import { type AlertAddress, Alerts, type AlertsRecord } from "../entities/alerts.ts";
import { retryOnConflict, transact, write } from "../platform/table/transact.ts";
import { newUuid } from "../platform/uuid.ts";
import { newSecret } from "../reports/unsubscribeToken.ts";

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
  decide: (found: AlertsRecord) => Changes | Promise<Changes>,
): Promise<AlertsRecord> {
  return await retryOnConflict(async () => {
    const found = await readAlerts(reseller_uuid);
    const { quiet_hours = found.quiet_hours, ...changes } = await decide(found);
    const changed = {
      ...{ ...found, ...changes, quiet_hours: quiet_hours ?? undefined },
      revision: found.revision + 1,
    };
    await transact(
      write(Alerts, (alerts) =>
        alerts
          .put(changed)
          .where(({ revision }, { eq, notExists }) =>
            found.revision === 0 ? notExists(revision) : eq(revision, found.revision),
          )
          .commit(),
      ),
    );
    return changed;
  });
}

/** These addresses; one that is there already stays as it is, unsubscribed or not. */
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
