import { delivererHandler } from "../../../../functions/workers/deliverer/deliverEvents.ts";
import { retrierHandler } from "../../../../functions/workers/retrier/sendDue.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { allowLocalAddresses, hostLimiter } from "../../../../shared/platform/outbound/index.ts";
import { systemClock, timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { newEvent, type ServiceEvent } from "../../../../shared/webhooks/event.ts";
import { type Cost, costOf } from "../../../support/cost.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { startSite } from "../../../support/site.ts";
import { findHealth } from "../../../support/webhooks.ts";

const EVENTS = 25;

/** The cost of one delivery of a kind: requests and units of the table, and messages. */
interface DeliveryCost {
  name: string;
  cost: Pick<Cost, "requests" | "readUnits" | "writeUnits">;
  messages: number;
}

/** Measures what a delivery costs when it succeeds, when its first attempt fails, and when it has to wait. */
export async function measureUnits(): Promise<DeliveryCost[]> {
  allowLocalAddresses();
  let status = 204;
  const site = await startSite((_, response) => response.writeHead(status).end());
  let now = Date.now();
  const settings = {
    clock: { ...systemClock, now: () => now },
    limiter: hostLimiter,
    signingKey: async () => "a signing key for nothing but a benchmark",
  };
  const [deliver, retry] = [delivererHandler(settings), retrierHandler(settings)];
  try {
    const webhook = await makeWebhook(site.url);
    const send = async (count: number) => {
      const events = Array.from({ length: count }, () => makeEvent(webhook.reseller_uuid));
      const { reseller_uuid, uuid: webhook_uuid } = webhook;
      await deliver(sqsEvent({ reseller_uuid, webhook_uuid, events }));
    };
    const runRetries = async () => {
      let messages = 0;
      for (let due = await findHealth(webhook); due; due = await findHealth(webhook)) {
        now = Math.max(now, Date.parse(due.due_at));
        const { reseller_uuid, uuid } = webhook;
        const { due_at } = due;
        await retry(sqsEvent({ webhooks: [{ reseller_uuid, uuid, due_at }] }));
        messages += 1;
      }
      return messages;
    };
    // The reseller's limits are read every ten seconds.
    await send(1);
    const one = await costOf(() => send(1));
    const many = await costOf(() => send(EVENTS));
    let failedMessages = 0;
    const failed = await costOf(async () => {
      status = 500;
      await send(1);
      status = 204;
      failedMessages = await runRetries();
    });
    status = 500;
    for (let count = 0; count < 3; count += 1) await send(1);
    let parkedMessages = 0;
    const parked = await costOf(async () => {
      await send(EVENTS);
      status = 204;
      parkedMessages = await runRetries();
    });
    return [
      { name: "taken at once, 25 events a message", ...each(many, { count: EVENTS, messages: 1 }) },
      { name: "taken at once, 1 event a message", ...each(one, { count: 1, messages: 1 }) },
      {
        name: "taken at the second attempt",
        ...each(failed, { count: 1, messages: 1 + 2 * failedMessages }),
      },
      {
        name: "parked with 24 others, and taken when the endpoint is back",
        ...each(parked, { count: EVENTS, messages: 1 + 2 * parkedMessages }),
      },
    ];
  } finally {
    await site.close();
  }
}

/**
 * Milliseconds until a delivery arrives that is in a call by itself, and in one with deliveries to four endpoints that
 * never answer.
 */
export async function measureDelay(): Promise<{ alone: number; besideHanging: number }> {
  allowLocalAddresses();
  let arrivedAt = 0;
  const healthy = await startSite((_, response) => {
    arrivedAt = performance.now();
    response.writeHead(204).end();
  });
  const hanging = await Promise.all(Array.from({ length: 4 }, () => startSite(() => {})));
  try {
    const deliver = delivererHandler({
      clock: systemClock,
      limiter: hostLimiter,
      signingKey: async () => "a signing key for nothing but a benchmark",
    });
    const measureWith = async (urls: string[]) => {
      const webhooks = await Promise.all([...urls, healthy.url].map(makeWebhook));
      const messages = webhooks.map(({ reseller_uuid, uuid: webhook_uuid }) => ({
        reseller_uuid,
        webhook_uuid,
        events: [makeEvent(reseller_uuid)],
      }));
      const from = performance.now();
      arrivedAt = 0;
      const call = deliver(sqsEvent(...messages));
      while (arrivedAt === 0) await systemClock.sleep(1);
      await Promise.all(urls.length > 0 ? hanging.map(({ close }) => close()) : []);
      await call;
      return arrivedAt - from;
    };
    await measureWith([]);
    const alone = await measureWith([]);
    return { alone, besideHanging: await measureWith(hanging.map(({ url }) => url)) };
  } finally {
    await healthy.close();
  }
}

/** Each claim of a retrier causes a message of its own, in case it dies. */
function each(cost: Cost, { count, messages }: { count: number; messages: number }) {
  const { requests, readUnits, writeUnits } = cost;
  return {
    cost: {
      requests: requests / count,
      readUnits: readUnits / count,
      writeUnits: writeUnits / count,
    },
    messages: messages / count,
  };
}

/** A webhook of a reseller of its own. */
export async function makeWebhook(endpoint: string) {
  const created_at = timestamp();
  const { data } = await Webhook.create({
    reseller_uuid: newUuid(),
    uuid: newUuid(),
    endpoint,
    secret_generation: 1,
    test_count: 0,
    created_at,
    updated_at: created_at,
  }).go();
  return data;
}

/** An event of usual size. */
function makeEvent(reseller_uuid: string): ServiceEvent {
  const now = timestamp();
  return newEvent(reseller_uuid, {
    type: "website.updated",
    timestamp: now,
    sequence: 2,
    data: {
      uuid: newUuid(),
      hostname: "https://www.example.com/shop",
      business_uuid: newUuid(),
      created_at: now,
      updated_at: now,
      is_hostname_up: true,
    },
  });
}
