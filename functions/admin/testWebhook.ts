import { requestTestEvent } from "../../shared/deliveries/webhook.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { command } from "./command.ts";
import { noWebhook, requireWebhook, webhook_uuid } from "./webhook.ts";

/** Sends a test event to a webhook, also where it is disabled; `delivery list` shows what comes of it. */
export const testWebhook = command({ uuid: webhook_uuid }, async ({ uuid }) => {
  const key = await requireWebhook(uuid);
  const event_id = await unlessGone(requestTestEvent(key));
  if (event_id === undefined) throw noWebhook(uuid);
  return { uuid, event_id };
});
