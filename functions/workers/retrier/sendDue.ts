import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { DeliveryRecord } from "../../../shared/entities/delivery.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { addLogFields, withLogFields } from "../../../shared/platform/log.ts";
import { keepAlive } from "../../../shared/platform/outbound/index.ts";
import { perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { findDue, findSoonest, replaceDelivery } from "../../../shared/webhooks/delivery.ts";
import * as health from "../../../shared/webhooks/health.ts";
import {
  type CallTools,
  type Sent,
  sendDeliveries,
  type WorkerSettings,
} from "../../../shared/webhooks/send.ts";
import { disableWebhook, findWebhook } from "../../../shared/webhooks/webhook.ts";
import { replayMessage, replayRange } from "./replayRange.ts";

/** Deliveries that are read together. */
const PAGE = 25;
/** When deliveries are tried again that failed for a reason of ours, which uses up no attempt. */
const AFTER_FAULT_MS = 60_000;

/** A webhook in a message, with the due time of its health when the message was sent. */
interface DueWebhook extends OwnedKey {
  due_at: string;
}

/**
 * Sends the deliveries of a webhook that are due: one while its endpoint fails, and all as far as time allows once
 * one has succeeded. Does nothing when the due time has changed, or another worker is at it.
 */
async function sendDue({ reseller_uuid, uuid, due_at }: DueWebhook, tools: CallTools) {
  const key = { reseller_uuid, uuid };
  const now = () => new Date(tools.clock.now());
  // Before the webhook: one that is enabled in between has another health.
  const before = await health.findHealth(key);
  if (before?.due_at !== due_at) return;
  const { webhook } = await findWebhook(key);
  if (!webhook || webhook.disabled_at) return void (await health.replaceHealth(before, undefined));
  const due = await findDue(key, { now: now(), limit: before.failing_since ? 1 : PAGE });
  if (due.length === 0) {
    if (health.isGivenUp(before, now())) return await giveUp(webhook, now());
    const soonest = await findSoonest(key);
    await health.changeHealth(key, health.rested(before, soonest, now()), { health: before });
    return;
  }
  const claim = await health.replaceHealth(before, health.claimed(now())(before));
  if (!claim?.health) return;
  const work = await sendPages(webhook, due, tools);
  if (work.isGone) return await disableWebhook(key, { reason: "gone", now: now() });
  const soonest = await findSoonest(key);
  const rule = health.released({ mine: claim.health, before, soonest, ...work }, now());
  const after = await health.changeHealth(key, rule);
  if (work.result === "failure" && health.isGivenUp(after, now())) await giveUp(webhook, now());
}

async function giveUp(webhook: OwnedKey, now: Date) {
  await disableWebhook(webhook, { reason: "failing", now });
}

/** What came of all pages. */
type Work = Omit<Sent, "unsent" | "faulty"> & { isUnfinished: boolean };

/** Makes attempts, beginning with `due`, until none is due, time is up, or the endpoint fails. */
async function sendPages(
  webhook: WebhookRecord,
  due: DeliveryRecord[],
  tools: CallTools,
): Promise<Work> {
  const { clock, deadline } = tools;
  let current = webhook;
  let page = due;
  let result: Sent["result"] = "none";
  while (page.length > 0) {
    const { faulty, ...sent } = await sendDeliveries(current, page, {
      ...tools,
      save: replaceDelivery,
    });
    if (sent.result !== "none") ({ result } = sent);
    const work = { ...sent, result, isUnfinished: false };
    if (faulty.size > 0)
      return { ...work, hold: { until: new Date(clock.now() + AFTER_FAULT_MS) } };
    if (sent.result !== "success" || sent.isGone || sent.until || sent.hold) return work;
    if (clock.now() >= deadline) return { ...work, isUnfinished: true };
    // The endpoint works. The webhook may have another secret now, or be disabled or deleted.
    const { webhook: changed } = await findWebhook(webhook);
    if (!changed || changed.disabled_at) return work;
    current = changed;
    page = await findDue(webhook, { now: new Date(clock.now()), limit: PAGE });
  }
  return { result, isGone: false, isUnfinished: false };
}

/** No attempt begins after this part of the function's minute: the last ones take 15 seconds. */
const BUDGET_MS = 30_000;

const message = z.union([
  z.object({
    webhooks: z.array(z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() })),
  }),
  z.object({ replay: replayMessage }),
]);

/**
 * The handler that sends what is due of webhooks, and ranges of deliveries again, all in parallel. Only messages
 * that fail return to the queue.
 */
export function retrierHandler(settings: WorkerSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const tools = { ...settings, connections, deadline: settings.clock.now() + BUDGET_MS };
    const text = "retries failed and will be tried again";
    try {
      return await perMessage(Records, (each) => handle(each, tools), { level: "error", text });
    } finally {
      connections.trim();
    }
  };
}

async function handle({ body }: SQSRecord, tools: CallTools) {
  const work = message.parse(JSON.parse(body));
  if ("replay" in work) {
    const { reseller_uuid, webhook_uuid } = work.replay;
    addLogFields({ reseller_uuid, webhook_uuid });
    return await replayRange(work.replay, tools);
  }
  await Promise.all(
    work.webhooks.map((due) => {
      const { reseller_uuid, uuid: webhook_uuid } = due;
      return withLogFields({ reseller_uuid, webhook_uuid }, () => sendDue(due, tools));
    }),
  );
}
