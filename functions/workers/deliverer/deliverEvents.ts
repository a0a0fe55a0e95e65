import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { DeliveryRecord } from "../../../shared/entities/delivery.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { describeError, log, withLogFields } from "../../../shared/platform/log.ts";
import { keepAlive } from "../../../shared/platform/outbound/index.ts";
import { logRetried, readMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import { downtimeCauses } from "../../../shared/vocabulary/reasons.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../../shared/webhooks/attempt.ts";
import { eventTypes } from "../../../shared/webhooks/catalogue.ts";
import {
  findDeliveries,
  logDelivery,
  newDelivery,
  ownedKey,
  rankOf,
  type WebhookKey,
} from "../../../shared/webhooks/delivery.ts";
import * as health from "../../../shared/webhooks/health.ts";
import {
  type CallTools,
  sendDeliveries,
  type WorkerSettings,
} from "../../../shared/webhooks/send.ts";
import { changeHealth, disableWebhook, findWebhook } from "../../../shared/webhooks/webhook.ts";

/** No attempt begins later than this in a call of the function, which has a minute: all attempts can be logged. */
const BUDGET_MS = 30_000;
/** An older event may come from a redriven dead letter. Its receive count has started again. */
const OLD_MS = 300_000;

const eventDowntime = z.object({
  began_at: z.string(),
  ended_at: z.nullable(z.string()),
  cause: z.nullable(z.enum(downtimeCauses)),
  technical: z.nullable(z.string()),
});

/** A message: events for one webhook. */
const deliveryMessage = z.object({
  reseller_uuid: z.uuid(),
  webhook_uuid: z.uuid(),
  events: z.array(
    z.object({
      id: z.string(),
      type: z.enum(eventTypes),
      timestamp: z.string(),
      sequence: z.number(),
      // The dispatcher of the previous release does not send these.
      user_uuid: z._default(z.nullable(z.string()), null),
      business_uuid: z._default(z.nullable(z.string()), null),
      downtime: z.optional(z.nullable(eventDowntime)),
      data: z.looseObject({ uuid: z.string() }),
    }),
  ),
});

type DeliveryMessage = z.infer<typeof deliveryMessage>;

interface Received {
  id: string;
  /** Another worker received the message before, and may have died half-way. */
  isRepeated: boolean;
  message: DeliveryMessage;
}

/**
 * The handler that makes the first attempts for events. Webhooks are served in parallel: an endpoint that fails or
 * hangs delays no other one. Only messages with an event that could not be logged return to the queue.
 */
export function delivererHandler(settings: WorkerSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const tools = { ...settings, connections, deadline: settings.clock.now() + BUDGET_MS };
    const messages = Records.map((record) => readMessage(record, receive));
    const unreadable = Records.filter((_, index) => !messages[index]).map((each) => each.messageId);
    const readable = messages.filter((each) => each !== undefined);
    const ofWebhooks = Map.groupBy(readable, ({ message }) => message.webhook_uuid);
    try {
      const failed = [...ofWebhooks.values()].map((group) =>
        withLogFields({ message_ids: idsOf(group), ...webhookOf(group) }, () =>
          deliverGroup(group, tools),
        ),
      );
      const ids = [...unreadable, ...(await Promise.all(failed)).flat()];
      return { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) };
    } finally {
      connections.trim();
    }
  };
}

/** Reads a message; throws if its body does not match the schema. */
function receive({ messageId: id, body, attributes }: SQSRecord): Received {
  const isRepeated = Number(attributes.ApproximateReceiveCount) > 1;
  return { id, isRepeated, message: deliveryMessage.parse(JSON.parse(body)) };
}

function idsOf(group: Received[]): string[] {
  return group.map(({ id }) => id);
}

function webhookOf([first]: Received[]): WebhookKey {
  const { reseller_uuid = "", webhook_uuid = "" } = first?.message ?? {};
  return { reseller_uuid, webhook_uuid };
}

/** Delivers the messages for one webhook and returns the ids of those that failed. */
async function deliverGroup(group: Received[], tools: CallTools): Promise<string[]> {
  // SQS may deliver a message twice, possibly in the same batch.
  const events = new Map(
    group.flatMap(({ message }) => message.events.map((each) => [each.id, each])),
  );
  if (events.size === 0) return [];
  const isOld = [...events.values()].some(
    ({ timestamp }) => Date.parse(timestamp) < tools.clock.now() - OLD_MS,
  );
  const isRepeated = isOld || group.some((each) => each.isRepeated);
  try {
    const webhook = await findWebhook(ownedKey(webhookOf(group)));
    if (!webhook) return [];
    const failed = await deliverEvents([...events.values()], { webhook, isRepeated }, tools);
    return idsOf(group.filter(({ message }) => message.events.some(({ id }) => failed.has(id))));
  } catch (error) {
    logRetried("deliveries failed and will be tried again", error);
    return idsOf(group);
  }
}

/**
 * Makes a first attempt for each event and logs the delivery; returns the ids of events that were not logged.
 * Deliveries to an endpoint whose breaker is open are logged as pending. A deleted webhook gets nothing. A disabled
 * one gets only its test events, without retries; events from before it was disabled wait.
 */
async function deliverEvents(
  events: DeliveryMessage["events"],
  { webhook, isRepeated }: { webhook: WebhookRecord; isRepeated: boolean },
  tools: CallTools,
): Promise<Set<string>> {
  const { reseller_uuid, uuid: webhook_uuid, disabled_at, health: before } = webhook;
  const now = () => new Date(tools.clock.now());
  const all = events
    .filter(({ type, timestamp: at }) => isTest(type) || !disabled_at || at <= disabled_at)
    .map((event) => newDelivery({ reseller_uuid, webhook_uuid }, event, now()))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const logged = isRepeated ? await findDeliveries(all) : [];
  const fresh = all.filter(({ uuid }) => !logged.some((each) => each.uuid === uuid));

  // A test is always sent, because somebody waits for its result.
  const isBlocked = disabled_at !== undefined || health.isOpen(before);
  const sending = fresh.filter(({ event_type }) => isTest(event_type) || !isBlocked);
  const parked = fresh.filter((each) => !sending.includes(each));
  const pending: DeliveryRecord[] = logged.filter(({ status }) => status === "pending");
  const save = async (_: DeliveryRecord, after: DeliveryRecord) => {
    const final = disabled_at && after.tries > 0 ? withoutRetry(after) : after;
    await logDelivery(final);
    if (final.status === "pending") pending.push(final);
  };
  let isSlow = false;
  const onSlow = () => {
    isSlow = true;
    return pauseSlow(webhook, now());
  };
  const sent = await sendDeliveries(webhook, sending, { ...tools, save, onSlow });
  const { faulty } = sent;
  await Promise.all(
    [...parked, ...sent.unsent].map((delivery) =>
      save(delivery, delivery).catch((error) => faulty.set(delivery, error)),
    ),
  );
  const isHealthy = !before && !isSlow && sent.result !== "failure" && pending.length === 0;
  if (!isHealthy) await followUp(webhook, sent, pending, now());
  return new Set([...faulty.keys()].map(({ event_id }) => event_id));
}

function isTest(type: string): boolean {
  return type === "webhook.test";
}

/** A test for a disabled webhook has one attempt. */
function withoutRetry(delivery: DeliveryRecord): DeliveryRecord {
  const { next_attempt_at, ...rest } = delivery;
  return next_attempt_at === undefined ? delivery : { ...rest, status: "failed" };
}

/** Opens the breaker of an endpoint that has not answered for long, so that other deliveries don't wait in workers. */
async function pauseSlow(webhook: WebhookRecord, now: Date) {
  const until = new Date(now.getTime() + ATTEMPT_TIMEOUT_MS);
  try {
    await changeHealth(webhook, health.pausedUntil(until));
  } catch (error) {
    log("warn", "a slow endpoint could not be paused", describeError(error));
  }
}

/** Changes the webhook's health by the outcome of its attempts and by what is pending, or disables the webhook. */
async function followUp(
  webhook: WebhookRecord,
  outcome: health.Outcome,
  pending: DeliveryRecord[],
  now: Date,
) {
  if (outcome.result === "gone") return await disableWebhook(webhook, { reason: "gone", now });
  const [soonest] = pending.map(({ next_attempt_at = "" }) => next_attempt_at).toSorted();
  await changeHealth(webhook, health.attempted(outcome, soonest, now));
}
