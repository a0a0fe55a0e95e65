import type * as z from "zod/mini";
import type { DeliveryRecord } from "../entities/delivery.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import type { deliverySchema, wholeDeliverySchema } from "./webhookSchemas.ts";

type Presented = z.output<typeof deliverySchema>;

/** Deliveries as the log shows them, with the host names of websites that their events do not have. */
export async function presentDeliveries(
  reseller_uuid: string,
  deliveries: DeliveryRecord[],
): Promise<Presented[]> {
  const presented = deliveries.map(presentDelivery);
  const unnamed = presented.flatMap(({ about, website_uuid }) =>
    about ? [] : (website_uuid ?? []),
  );
  const keys = [...new Set(unnamed)].map((uuid) => ({ reseller_uuid, uuid }));
  const websites = await batchGet(...keys.map((key) => lookup<WebsiteRecord>(Website, key)));
  const names = new Map(websites.map((website) => [website?.uuid, website?.hostname]));
  return presented.map((each) => ({
    ...each,
    about: each.about ?? names.get(each.website_uuid ?? "") ?? null,
  }));
}

/** A delivery as the log shows it, without its body. */
export function presentDelivery(delivery: DeliveryRecord): Presented {
  return {
    uuid: delivery.uuid,
    event_id: delivery.event_id,
    type: delivery.event_type as Presented["type"],
    ...subjectOf(delivery),
    status: delivery.status,
    attempts: delivery.attempts.map(({ at, status, error, duration_ms, response }) => ({
      at,
      status,
      error,
      duration_ms,
      response: withoutControls(response),
    })),
    next_attempt_at: delivery.next_attempt_at ?? null,
    created_at: delivery.created_at,
    updated_at: delivery.updated_at,
  };
}

/** What the event of a delivery is about, as far as its body says. */
function subjectOf({
  event_type,
  body,
}: DeliveryRecord): Pick<Presented, "website_uuid" | "about"> {
  const { data } = JSON.parse(body) as { data?: Record<string, string | undefined> };
  const { uuid, website_uuid = event_type.startsWith("website.") ? uuid : undefined } = data ?? {};
  return {
    website_uuid: website_uuid ?? null,
    about: data?.["hostname"] ?? data?.["name"] ?? null,
  };
}

/**
 * Replaces control characters of an endpoint's answer by spaces: they could control a terminal, and take
 * six bytes in JSON.
 */
function withoutControls(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, " ");
}

/** A delivery with its body, as JSON. */
export async function presentWholeDelivery(
  delivery: DeliveryRecord,
): Promise<z.output<typeof wholeDeliverySchema>> {
  const [presented] = await presentDeliveries(delivery.reseller_uuid, [delivery]);
  return { ...(presented as Presented), body: JSON.parse(delivery.body) };
}
