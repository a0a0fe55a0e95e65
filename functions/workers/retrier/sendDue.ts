import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { type DeliveryRecord, deliveryStatuses } from "../../../shared/entities/delivery.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { addLogFields, withLogFields } from "../../../shared/platform/log.ts";
import { keepAlive } from "../../../shared/platform/outbound/hop.ts";
import { perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import {
  findDue,
  findSoonest,
  ownedKey,
  replaceDelivery,
  replayed,
} from "../../../shared/webhooks/delivery.ts";
import { readLog } from "../../../shared/webhooks/deliveryLog.ts";
import * as health from "../../../shared/webhooks/health.ts";
import {
  type CallTools,
  sendDeliveries,
  type WorkerSettings,
} from "../../../shared/webhooks/send.ts";
import { changeHealth, disableWebhook, findWebhook } from "../../../shared/webhooks/webhook.ts";

/** How many deliveries are read at a time. */
const PAGE = 25;
/** When deliveries are tried again after a fault of ours, which uses up no attempt. */
const AFTER_FAULT_MS = 60_000;

/** A webhook in a message, with the due time of its health when the message was sent. */
interface DueWebhook extends OwnedKey {
  due_at: string;
}

/**
 * Sends the deliveries of a webhook that are due. While its endpoint fails, one attempt is made; after a success, all
 * others follow until time is up. Does nothing if the due time has changed or another worker has claimed the health.
 */
async function sendDue({ reseller_uuid, uuid, due_at }: DueWebhook, tools: CallTools) {
  const key = { reseller_uuid, uuid };
  const now = () => new Date(tools.clock.now());
  const disable = (reason: "gone" | "failing") => disableWebhook(key, { reason, now: now() });
  const webhook = await findWebhook(key);
  if (webhook?.health?.due_at !== due_at) return;
  const { health: before, version } = webhook;
  const due = await findDue(key, { now: now(), limit: before.failing_since ? 1 : PAGE });
  if (due.length === 0) {
    if (health.isGivenUp(before, now())) return await disable("failing");
    const rested = health.rested(before, await findSoonest(key), now());
    return void (await changeHealth(key, (current, webhook) =>
      webhook.version === version ? rested : current,
    ));
  }
  let mine: WebhookRecord["health"];
  const claim = await changeHealth(key, (current) => {
    mine = current?.due_at === due_at ? health.claimed(current, now()) : undefined;
    return mine ?? current;
  });
  if (!claim || !mine) return;
  const outcome = await sendPages(webhook, due, tools);
  if (outcome.result === "gone") return await disable("gone");
  const release = health.released(mine, outcome, await findSoonest(key), now());
  const after = await changeHealth(key, (current, webhook) =>
    release(current, webhook.version !== claim.version),
  );
  if (outcome.result === "failure" && health.isGivenUp(after?.health, now()))
    await disable("failing");
}

/** Makes attempts page by page, beginning with `due`, until nothing is due, time is up, or the endpoint fails. */
async function sendPages(
  webhook: WebhookRecord,
  due: DeliveryRecord[],
  tools: CallTools,
): Promise<health.Outcome> {
  const { clock, deadline } = tools;
  let current = webhook;
  let page = due;
  let result: health.Outcome["result"] = "none";
  while (page.length > 0) {
    const sent = await sendDeliveries(current, page, { ...tools, save: replaceDelivery });
    if (sent.result !== "none") ({ result } = sent);
    const { until, hold } = sent;
    if (sent.faulty.size > 0)
      return { result, until, hold: new Date(clock.now() + AFTER_FAULT_MS) };
    if (sent.result !== "success" || until || hold) return { result, until, hold };
    if (clock.now() >= deadline) break;
    // The endpoint works. The webhook may have another secret now, or be disabled or deleted.
    const changed = await findWebhook(webhook);
    if (!changed || changed.disabled_at) break;
    current = changed;
    page = await findDue(webhook, { now: new Date(clock.now()), limit: PAGE });
  }
  return { result };
}

/** No attempt begins later than this in a call of the function, which has a minute: an attempt takes up to 15 s. */
const BUDGET_MS = 30_000;

/** A range of deliveries to send again. */
const replayMessage = z.object({
  reseller_uuid: z.uuid(),
  webhook_uuid: z.uuid(),
  since: z.string(),
  status: z.optional(z.enum(deliveryStatuses)),
  requested_at: z.string(),
  /** The uuid of the last delivery that was looked at. */
  after: z.optional(z.uuid()),
});

type ReplayMessage = z.infer<typeof replayMessage>;

const message = z.union([
  z.object({
    webhooks: z.array(z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() })),
  }),
  z.object({ replay: replayMessage }),
]);

/**
 * The handler of two kinds of messages: webhooks with deliveries that are due, and ranges of deliveries to send
 * again. Webhooks are served in parallel. Only messages that fail return to the queue.
 */
export function retrierHandler(settings: WorkerSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const tools = { ...settings, connections, deadline: settings.clock.now() + BUDGET_MS };
    const text = "retries failed and will be tried again";
    try {
      return await perMessage(Records, (each) => handle(each, tools), text);
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

/**
 * Makes a range of a webhook's deliveries pending and due now, page by page from the newest to the oldest, and
 * continues with another message when time is up. Deliveries that are pending already, or have changed since the
 * request, stay as they are: a page that is done twice sends nothing twice.
 */
async function replayRange(replay: ReplayMessage, { clock, deadline }: CallTools) {
  const { reseller_uuid, webhook_uuid, since, status, requested_at } = replay;
  const webhook = { reseller_uuid, webhook_uuid };
  const key = ownedKey(webhook);
  const isWanted = (delivery: DeliveryRecord) =>
    delivery.status !== "pending" && delivery.updated_at <= requested_at;
  let { after } = replay;
  do {
    if (clock.now() >= deadline) return await continueLater({ ...replay, after });
    if (!(await findWebhook(key))) return;
    const page = await readLog(webhook, { status, after, since: Date.parse(since), limit: PAGE });
    const now = new Date(clock.now());
    const wanted = page.deliveries.filter(isWanted);
    await Promise.all(wanted.map((each) => replaceDelivery(each, replayed(each, now))));
    // A worker that died may have changed these deliveries, but not the health. They are not wanted again.
    const isFirst = after === replay.after;
    if (isFirst || wanted.length > 0) await changeHealth(key, health.dueBy(timestamp(now)));
    after = page.next;
  } while (after !== undefined);
}

async function continueLater(replay: ReplayMessage) {
  const { webhook_uuid: group } = replay;
  await sendMessages(requireEnv("RETRIES_QUEUE_URL"), [{ message: { replay }, group }]);
}
