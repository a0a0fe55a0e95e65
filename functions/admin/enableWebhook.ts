import { enableWebhook as enable } from "../../shared/deliveries/webhook.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { command } from "./command.ts";
import { readWebhook, requireWebhook, webhook_uuid } from "./webhook.ts";

/** Enables a webhook and has what waits for it sent now, also where it is enabled already. */
export const enableWebhook = command({ uuid: webhook_uuid }, async ({ uuid }) => {
  const key = await requireWebhook(uuid);
  await unlessGone(enable(key, "operator"));
  return await readWebhook(key);
});
