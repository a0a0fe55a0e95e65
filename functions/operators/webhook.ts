import { disableWebhook as disable, findWebhook } from "../../shared/webhooks/webhook.ts";
import type { CommandInput } from "./catalogue.ts";
import { noRecord, requireOwned } from "./records.ts";

/**
 * Stops all deliveries to a webhook until an operator enables it. A webhook that is already disabled
 * can then no longer be enabled by its reseller.
 */
export async function disableWebhook({ uuid }: CommandInput<"webhook disable">) {
  const { reseller_uuid } = await requireOwned("webhook", uuid);
  await disable({ reseller_uuid, uuid }, { reason: "operator", now: new Date() });
  const webhook = await findWebhook({ reseller_uuid, uuid });
  if (webhook === undefined) throw noRecord("webhook", uuid);
  const { endpoint, disabled_at = null, disabled_reason = null } = webhook;
  return { uuid, endpoint, disabled_at, disabled_reason };
}
