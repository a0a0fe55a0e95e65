import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import type { Clock } from "../../../shared/platform/time.ts";

const CACHE_MS = 10_000;
/** The stream rounds the time of a change down to a second, and clocks differ a little. */
const MARGIN_MS = 2000;
/** The number of resellers whose webhooks are kept; a reseller usually has 20 at most. */
const CACHED_RESELLERS = 200;

/** The fields of a webhook that decide which events it gets. */
export type Subscriber = Pick<WebhookRecord, "uuid" | "events" | "disabled_at">;

const answers = new Map<string, { askedAt: number; webhooks: Subscriber[] }>();

/**
 * The webhooks of a reseller at the time of a change or later. An answer is reused for 10 seconds, for
 * changes older than the answer: no webhook that existed before a change is missed, and a backlog
 * costs few reads.
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
  // The map is ordered from the least to the most recently asked.
  answers.delete(reseller_uuid);
  answers.set(reseller_uuid, { askedAt, webhooks });
  const [oldest] = answers.keys();
  if (oldest !== undefined && answers.size > CACHED_RESELLERS) answers.delete(oldest);
  return webhooks;
}
