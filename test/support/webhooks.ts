import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { delivererHandler } from "../../functions/workers/deliverer/deliverEvents.ts";
import { retrierHandler } from "../../functions/workers/retrier/sendDue.ts";
import { Delivery, type DeliveryRecord } from "../../shared/entities/delivery.ts";
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { HostLimiter } from "../../shared/platform/outbound/hostLimiter.ts";
import type { OwnedKey } from "../../shared/platform/table/entity.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { type EventType, eventTypes } from "../../shared/webhooks/catalogue.ts";
import { newEvent, type ServiceEvent } from "../../shared/webhooks/event.ts";
import { attempted } from "../../shared/webhooks/health.ts";
import type { WorkerSettings } from "../../shared/webhooks/send.ts";
import { changeHealth, findWebhook } from "../../shared/webhooks/webhook.ts";
import { sqsEvent } from "./messages.ts";
import { type Site, type SiteOptions, serve } from "./site.ts";

export const SIGNING_KEY = "a signing key that only the tests have, and long enough";

/** A request that a receiver got. */
interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
}

interface Receiver extends Site {
  received: Received[];
}

type Behaviour = (
  received: Received,
  response: ServerResponse,
  request: IncomingMessage,
) => unknown;

/** Starts an endpoint on loopback until the test ends; it answers 204 by default. */
export async function startReceiver(
  behave: Behaviour = (_, response) => response.writeHead(204).end(),
  options: SiteOptions = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const site = await serve(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const one = { id: headers["webhook-id"] ?? "", headers, body };
    received.push(one);
    await behave(one, response, request);
  }, options);
  return Object.assign(site, { received });
}

/** The distinct ids of events that a receiver got. */
export const idsOf = ({ received }: Receiver) =>
  [...new Set(received.map(({ id }) => id))].toSorted();

/** Makes a webhook of a new reseller. */
export async function makeWebhookAt(
  endpoint: string,
  more: Partial<WebhookRecord> = {},
): Promise<WebhookRecord> {
  const now = timestamp();
  const { data } = await Webhook.create({
    reseller_uuid: newUuid(),
    uuid: newUuid(),
    endpoint,
    events: [...eventTypes],
    secret_generation: 1,
    test_count: 0,
    created_at: now,
    updated_at: now,
    ...more,
  }).go();
  return data;
}

/** The health of a webhook; undefined if it has none. */
export async function findHealth(key: OwnedKey) {
  return (await findWebhook(key))?.health;
}

/** Makes a webhook's endpoint fail at a time. */
export async function makeFailing(webhook: OwnedKey, at: Date) {
  await changeHealth(webhook, attempted({ result: "failure" }, undefined, at));
}

/** Makes a number of events, each of another website. */
export function makeEvents(
  { reseller_uuid }: Pick<WebhookRecord, "reseller_uuid">,
  count: number,
  type: EventType = "website.updated",
): ServiceEvent[] {
  return Array.from({ length: count }, () =>
    newEvent(reseller_uuid, {
      type,
      timestamp: timestamp(),
      sequence: 1,
      data: { uuid: newUuid(), hostname: "example.com" },
    }),
  );
}

export function messageFor({ reseller_uuid, uuid }: OwnedKey, events: ServiceEvent[]) {
  return { reseller_uuid, webhook_uuid: uuid, events };
}

/** A clock that stands still until it is set or advanced. */
export function standingClock(start = Date.now()) {
  let now = start;
  return {
    now: () => now,
    async sleep(ms: number) {
      now += ms;
    },
    advance(seconds: number) {
      now += seconds * 1000;
    },
    set(time: string) {
      now = Date.parse(time);
    },
  };
}

const tools = (settings: Partial<WorkerSettings>): WorkerSettings => ({
  clock: standingClock(),
  // Its pauses take no time.
  limiter: new HostLimiter(standingClock()),
  signingKey: async () => SIGNING_KEY,
  timeoutMs: 60_000,
  ...settings,
});

/** Delivers messages to a deliverer. */
export function deliver(messages: unknown[], settings: Partial<WorkerSettings> = {}) {
  return delivererHandler(tools(settings))(sqsEvent(...messages));
}

/** Delivers messages to a retrier. */
export function retry(messages: unknown[], settings: Partial<WorkerSettings> = {}) {
  return retrierHandler(tools(settings))(sqsEvent(...messages));
}

/** The message that makes a retrier look at a webhook, if there is anything to do. */
export async function dueMessage(webhook: WebhookRecord, read = findHealth(webhook)) {
  const health = await read;
  const { reseller_uuid, uuid } = webhook;
  return { webhooks: health ? [{ reseller_uuid, uuid, due_at: health.due_at }] : [] };
}

/** Looks at a webhook each time it is due, until it is healthy and nothing is pending, or until a time. */
export async function runRetries(
  webhook: WebhookRecord,
  {
    clock,
    until = Number.POSITIVE_INFINITY,
    ...settings
  }: Partial<WorkerSettings> & { clock: ReturnType<typeof standingClock>; until?: number },
) {
  for (;;) {
    const read = findHealth(webhook);
    const health = await read;
    if (!health || Date.parse(health.due_at) > until) return;
    if (Date.parse(health.due_at) > clock.now()) clock.set(health.due_at);
    const message = await dueMessage(webhook, read);
    expect(await retry([message], { clock, ...settings })).toEqual(DONE);
  }
}

export const DONE = { batchItemFailures: [] };

/** The log of a webhook, oldest first. */
export async function readLog({ reseller_uuid, uuid }: WebhookRecord): Promise<DeliveryRecord[]> {
  const { data } = await Delivery.query
    .inOrder({ reseller_uuid, webhook_uuid: uuid })
    .go({ consistent: true, pages: "all" });
  return data;
}

/** A promise that `open` resolves. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}
