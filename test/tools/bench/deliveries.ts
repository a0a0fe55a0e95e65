import { delivererHandler } from "../../../functions/workers/deliverer/deliverEvents.ts";
import { retrierHandler } from "../../../functions/workers/retrier/sendDue.ts";
import { settingsFor } from "../../../infra/settings.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { hostLimiter } from "../../../shared/platform/outbound/hostLimiter.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { type Cost, costOf } from "../../support/cost.ts";
import { sqsEvent } from "../../support/messages.ts";
import { startSite } from "../../support/site.ts";
import { findHealth, makeEvents, makeWebhookAt, messageFor } from "../../support/webhooks.ts";
import { lambdaPrice, PRICES, tablePrice } from "./prices.ts";
import type { Section } from "./report.ts";

const DELIVERIES = 1_000_000;
/** How long a call with one message waits for the table and the endpoint. */
const ASSUMED_SECONDS = 0.3;

/** The cost of a delivery that succeeds, that fails first, and that has to wait. */
export async function measure(): Promise<Section> {
  const costs = await measureUnits();
  const { memoryMb } = settingsFor("prod").deliverer;
  return {
    title: "A delivery, and USD for a million",
    columns: ["the delivery", "requests", "read units", "write units", "messages", "USD"],
    rows: costs.map(({ name, cost, messages }) => {
      // Each message is sent, received and deleted in a request of its own.
      const usd =
        tablePrice(cost) +
        messages * 3 * (PRICES.sqsRequest + PRICES.fairQueueRequest) +
        lambdaPrice(messages, memoryMb, ASSUMED_SECONDS);
      const figures = [cost.requests, cost.readUnits, cost.writeUnits, messages, usd * DELIVERIES];
      return [name, ...figures.map((value) => value.toFixed(2))];
    }),
    notes: [
      `Assumed: a message waits ${ASSUMED_SECONDS} s for the table and the endpoint. Without logs, storage and traffic.`,
    ],
  };
}

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
    const webhook = await makeWebhookAt(site.url);
    const send = async (count: number) => {
      await deliver(sqsEvent(messageFor(webhook, makeEvents(webhook, count))));
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
