import type { Ask } from "./request.ts";

interface Webhook {
  uuid: string;
  endpoint: string;
}

/** The webhook of an endpoint; undefined if it is not registered. */
export async function findWebhook(ask: Ask, endpoint: string): Promise<Webhook | undefined> {
  const { data } = await ask<{ data: Webhook[] }>("GET /v1/webhooks");
  return data.find((webhook) => webhook.endpoint === endpoint);
}

/** The secret that signs the deliveries to an endpoint. */
export async function readSecret(ask: Ask, endpoint: string): Promise<string> {
  const webhook = await findWebhook(ask, endpoint);
  if (!webhook) throw new Error(`${endpoint} is not registered`);
  const { data } = await ask<{ data: { secret: string } }>(
    `GET /v1/webhooks/${webhook.uuid}/secret`,
  );
  return data.secret;
}
