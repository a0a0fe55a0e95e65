import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { withLogFields } from "../../../shared/platform/log.ts";
import { keepAlive } from "../../../shared/platform/outbound/hop.ts";
import { logRetried, readMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import {
  deliveryLookup,
  logDelivery,
  newDelivery,
  ownedKey,
  type WebhookKey,
} from "../../../shared/webhooks/delivery.ts";
import type { ServiceEvent } from "../../../shared/webhooks/event.ts";
import * as health from "../../../shared/webhooks/health.ts";
import {
  type CallTools,
  sendDeliveries,
  type WorkerSettings,
} from "../../../shared/webhooks/send.ts";
import { changeHealth, disableWebhook } from "../../../shared/webhooks/webhook.ts";

/** No attempt begins later than this in a call of the function, which has a minute: all attempts can be logged. */
const BUDGET_MS = 30_000;

/** A message of the dispatcher: events for one webhook. */
const deliveryMessage = z.object({
  reseller_uuid: z.uuid(),
  webhook_uuid: z.uuid(),
  events: z.array(z.custom<ServiceEvent>((event) => typeof event === "object")),
});

type DeliveryMessage = z.infer<typeof deliveryMessage>;

interface Received {
  id: string;
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
function receive({ messageId: id, body }: SQSRecord): Received {
  return { id, message: deliveryMessage.parse(JSON.parse(body)) };
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
  try {
    const failed = await deliverEvents([...events.values()], webhookOf(group), tools);
    return idsOf(group.filter(({ message }) => message.events.some(({ id }) => failed.has(id))));
  } catch (error) {
    logRetried("deliveries failed and will be tried again", error);
    return idsOf(group);
  }
}

/**
 * Makes a first attempt for each event and logs the delivery; returns the ids of events that were not logged. An event
 * that was logged before is not sent again. Deliveries to an endpoint whose breaker is open are logged as pending. A
 * deleted webhook gets nothing. A disabled one gets only its test events; events from before it was disabled wait.
 */
async function deliverEvents(
  events: DeliveryMessage["events"],
  key: WebhookKey,
  tools: CallTools,
): Promise<Set<string>> {
  const now = () => new Date(tools.clock.now());
  const deliveries = events.map((event) => newDelivery(key, event, now()));
  const [webhook, ...found] = await batchGet<[WebhookRecord, ...DeliveryRecord[]]>(
    lookup(Webhook, { ...ownedKey(key) }),
    ...deliveries.map(deliveryLookup),
  );
  if (!webhook) return new Set();
  const { disabled_at, health: before } = webhook;
  const fresh = deliveries.filter(
    ({ event_type, created_at }, index) =>
      !found[index] && (isTest(event_type) || !disabled_at || created_at <= disabled_at),
  );

  // A test is always sent, because somebody waits for its result.
  const isBlocked = disabled_at !== undefined || health.isOpen(before);
  const sending = fresh.filter(({ event_type }) => isTest(event_type) || !isBlocked);
  const parked = fresh.filter((each) => !sending.includes(each));
  const pending = found.filter((each) => each !== undefined).filter(isPending);
  const save = async (_: DeliveryRecord, after: DeliveryRecord) => {
    await logDelivery(after);
    if (isPending(after)) pending.push(after);
  };
  const sent = await sendDeliveries(webhook, sending, { ...tools, save });
  const { faulty } = sent;
  await Promise.all(
    [...parked, ...sent.unsent].map((delivery) =>
      save(delivery, delivery).catch((error) => faulty.set(delivery, error)),
    ),
  );
  const isHealthy = !before && sent.result !== "failure" && pending.length === 0;
  if (!isHealthy) await followUp(webhook, sent, pending, now());
  return new Set([...faulty.keys()].map(({ event_id }) => event_id));
}

function isPending({ status }: DeliveryRecord): boolean {
  return status === "pending";
}

function isTest(type: string): boolean {
  return type === "webhook.test";
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
