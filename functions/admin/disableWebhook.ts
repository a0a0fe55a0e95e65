import { disableWebhook as disable } from "../../shared/deliveries/webhook.ts";
import { command } from "./command.ts";
import { readWebhook, requireWebhook, webhook_uuid } from "./webhook.ts";

/**
 * Has nothing more sent to a webhook until an operator enables it: also to one that is disabled
 * already, which its reseller could enable otherwise.
 */
export const disableWebhook = command({ uuid: webhook_uuid }, async ({ uuid }) => {
  const key = await requireWebhook(uuid);
  await disable(key, { reason: "operator", now: new Date() });
  return await readWebhook(key);
});
