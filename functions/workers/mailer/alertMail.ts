import { listeners, readAlerts } from "../../../shared/alerts/settings.ts";
import { appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { Alert, type AlertRecord } from "../../../shared/entities/alerts.ts";
import { accountLocale, Reseller } from "../../../shared/entities/reseller.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { unsubscribeToken } from "../../../shared/reports/unsubscribeToken.ts";
import { renderAlert } from "./renderAlert.ts";
import { oneClickHeaders, SERVICE_NAME, sendOnce } from "./sendOnce.ts";

/** How long the record of a mail is kept: longer than any message about it lives. */
const KEPT_DAYS = 60;

/** Sends an alert to one of its addresses, by the address's uuid, unless that was removed or has unsubscribed. */
export async function sendAlert(
  { reseller_uuid, uuid, due_at }: OwnedKey & Pick<AlertRecord, "due_at">,
  clock: Clock,
): Promise<void> {
  const [{ data: alert }, { data: reseller }, settings] = await Promise.all([
    Alert.get({ reseller_uuid, due_at }).go({ consistent: true }),
    Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
    readAlerts(reseller_uuid),
  ]);
  const address = listeners(settings).find((each) => each.uuid === uuid);
  if (!alert || !reseller || !address) return;
  const { email, secret } = address;
  const api_url = requireEnv("API_URL");
  const unsubscribe_url = `${api_url}/unsubscribe/${unsubscribeToken({ reseller_uuid, uuid, secret })}`;
  await sendOnce(
    {
      // SES takes it as the value of a tag, which has no colon.
      key: { reseller_uuid, about: "address", uuid, occasion: `alert-${Date.parse(due_at)}` },
      ...{ reseller, senderName: SERVICE_NAME },
      make: async () => ({
        to: email,
        ...renderAlert({
          ...{ alert, email, unsubscribe_url, ...accountLocale(reseller) },
          ...{ account: reseller.name, appearance: appearanceOf(reseller) },
          console_url: `${api_url}/console`,
        }),
        headers: oneClickHeaders(unsubscribe_url),
      }),
      expires_epoch: Math.floor(clock.now() / 1000) + KEPT_DAYS * 86_400,
    },
    clock,
  );
}
