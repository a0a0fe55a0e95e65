import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import type { WebhookHealthRecord } from "../../../shared/entities/webhookHealth.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { findDue, findSoonest, replaceDelivery } from "../deliveries/delivery.ts";
import { type CallTools, type Sent, sendDeliveries } from "../deliveries/send.ts";
import * as health from "../health.ts";
import { disableWebhook, findWebhook } from "../webhook.ts";

/** Deliveries that are read together. */
const PAGE = 25;

/** A webhook in a message, with the due time of its health when the message was sent. */
interface DueWebhook extends OwnedKey {
  due_at: string;
}

/**
 * Sends the deliveries of a webhook that are due: one while its endpoint fails, and all as far as time allows once
 * one has succeeded. Does nothing when the due time has changed, or another worker is at it.
 */
export async function sendDue({ reseller_uuid, uuid, due_at }: DueWebhook, tools: CallTools) {
  const key = { reseller_uuid, uuid };
  const now = () => new Date(tools.clock.now());
  // Before the webhook: one that is enabled in between has another health.
  const before = await health.findHealth(key);
  if (before?.due_at !== due_at) return;
  const { webhook } = await findWebhook(key);
  if (!webhook || webhook.disabled_at) return void (await health.replaceHealth(before, undefined));
  const isAny = (await findDue(key, { now: now(), limit: 1 })).length > 0;
  if (!isAny) {
    if (health.isGivenUp(before, now())) return await giveUp(webhook, now());
    const soonest = await findSoonest(key);
    await health.changeHealth(key, health.rested(before, soonest, now()), { health: before });
    return;
  }
  const claim = await health.replaceHealth(before, health.claimed(now())(before));
  if (!claim?.health) return;
  const work = await sendPages(webhook, before, tools);
  if (work.isGone) return await disableWebhook(key, { reason: "gone", now: now() });
  const soonest = await findSoonest(key);
  const rule = health.released({ mine: claim.health, before, soonest, ...work }, now());
  const after = await health.changeHealth(key, rule);
  if (work.result === "failure" && health.isGivenUp(after, now())) await giveUp(webhook, now());
  const [fault] = work.faulty.values();
  if (fault !== undefined && work.result === "none") throw fault;
}

async function giveUp(webhook: OwnedKey, now: Date) {
  await disableWebhook(webhook, { reason: "failing", now });
}

/** What came of all pages. */
type Work = Omit<Sent, "unsent"> & { isUnfinished: boolean };

/** Makes attempts until none is due, time is up, or the endpoint fails. */
async function sendPages(
  webhook: WebhookRecord,
  before: WebhookHealthRecord,
  tools: CallTools,
): Promise<Work> {
  const { clock, deadline } = tools;
  let limit = before.failing_since ? 1 : PAGE;
  let work: Work = { result: "none", isGone: false, faulty: new Map(), isUnfinished: false };
  while (true) {
    if (clock.now() >= deadline) return { ...work, isUnfinished: true };
    const due = await findDue(webhook, { now: new Date(clock.now()), limit });
    if (due.length === 0) return work;
    const sent = await sendDeliveries(webhook, due, { ...tools, save: replaceDelivery });
    const result = sent.result === "none" ? work.result : sent.result;
    work = { ...sent, result, isUnfinished: false };
    const isStopped =
      sent.result !== "success" || sent.isGone || sent.until || sent.faulty.size > 0;
    if (isStopped) return { ...work, isUnfinished: sent.result === "none" && !sent.hold };
    // The endpoint works again.
    limit = PAGE;
    const { webhook: current } = await findWebhook(webhook);
    if (!current || current.disabled_at !== webhook.disabled_at) return work;
  }
}
