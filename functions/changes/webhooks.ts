import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import type { Clock } from "../../shared/time.ts";

const CACHE_MS = 10_000;
/** The stream rounds the time of a change down to a second, and clocks differ a little. */
const MARGIN_MS = 2000;
/** So many resellers at most, of up to 1,000 webhooks each. */
const CACHED_RESELLERS = 200;

/** What the dispatcher has to know of a webhook. */
export type Subscriber = Pick<WebhookRecord, "uuid" | "events" | "disabled_at">;

const answers = new Map<string, { askedAt: number; webhooks: Subscriber[] }>();

/**
 * The webhooks of a reseller as they were when something changed, or later. An answer is kept for
 * 10 seconds, for changes that are older than it: a webhook that was there before a change is never
 * missed, and catching up costs few reads.
 */
export async function findWebhooks(
  reseller_uuid: string,
  { changedAt, clock }: { changedAt: Date; clock: Clock },
): Promise<Subscriber[]> {
  const askedAt = clock.now();
  const known = answers.get(reseller_uuid);
  const isFresh = known && askedAt - known.askedAt < CACHE_MS;
  if (isFresh && known.askedAt - MARGIN_MS > changedAt.getTime()) return known.webhooks;
  const { data: webhooks } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all", attributes: ["uuid", "events", "disabled_at"] });
  // The one that was asked for last is the last of the map.
  answers.delete(reseller_uuid);
  answers.set(reseller_uuid, { askedAt, webhooks });
  const [oldest] = answers.keys();
  if (oldest !== undefined && answers.size > CACHED_RESELLERS) answers.delete(oldest);
  return webhooks;
}
