import type { DeliveryRecord } from "../entities/delivery.ts";
import type { WebhookRecord } from "../entities/webhook.ts";
import { ownRateLimit, take } from "../limits/rates.ts";
import { describeError, log } from "../platform/log.ts";
import { addressesOf } from "../platform/outbound/destination.ts";
import { type HostLimiter, hostLimiter } from "../platform/outbound/hostLimiter.ts";
import { systemClock } from "../platform/time.ts";
import { type AttemptTools, afterAttempt, makeAttempt } from "./attempt.ts";
import { bodiesFor } from "./chat.ts";
import type { Outcome } from "./health.ts";
import { readSigningKey, signerOf, signingSecrets } from "./signing.ts";

/** What a worker brings along. */
interface WorkerTools extends AttemptTools {
  signingKey(): Promise<string>;
  /** Limits the requests of this process to each host. */
  limiter: HostLimiter;
}

/** The settings of a worker. */
export type WorkerSettings = Omit<WorkerTools, "connections">;

/** Those of the deployed workers. */
export const usualSettings: WorkerSettings = {
  clock: systemClock,
  limiter: hostLimiter,
  signingKey: readSigningKey,
};

/** The tools of one call of a worker. */
export interface CallTools extends WorkerTools {
  /** No attempt begins after this time (milliseconds of the clock). */
  deadline: number;
}

interface SendOptions extends CallTools {
  /** Records a delivery after its attempt. */
  save(before: DeliveryRecord, after: DeliveryRecord): Promise<unknown>;
}

/** The outcome of sending deliveries of one webhook. */
interface Sent extends Outcome {
  /** The deliveries without an attempt. */
  unsent: DeliveryRecord[];
  /** The deliveries that could not be attempted or recorded for a reason of ours. */
  faulty: Map<DeliveryRecord, unknown>;
}

/**
 * Makes an attempt for each of these deliveries of a webhook and records it at once, in their order and as many
 * at a time as the limiter admits. No further attempt begins while the endpoint fails.
 */
export async function sendDeliveries(
  webhook: WebhookRecord,
  deliveries: DeliveryRecord[],
  { save, deadline, limiter, signingKey, ...tools }: SendOptions,
): Promise<Sent> {
  const { clock } = tools;
  const sent: Sent = { result: "none", unsent: [], faulty: new Map() };
  if (deliveries.length === 0) return sent;
  const sign = signerOf(signingSecrets(await signingKey(), webhook, new Date(clock.now())));
  const { endpoint } = webhook;
  const { hostname } = new URL(endpoint);
  const addresses = await addressesOf(hostname);
  const bodies = await bodiesFor(webhook, deliveries);
  let isFailing = false;

  const attempt = async (delivery: DeliveryRecord) => {
    if (isFailing || clock.now() >= deadline) return undefined;
    if (delivery.tries === 0) {
      const hold = sent.hold ?? (await countFirstAttempt(webhook, clock.now()));
      if (hold) {
        sent.hold = hold;
        return undefined;
      }
    }
    const { event_id, body: standard } = delivery;
    const body = bodies.get(delivery) ?? standard;
    return await makeAttempt({ endpoint, sign }, { event_id, body }, tools);
  };
  const send = async (delivery: DeliveryRecord) => {
    const attempted = await limiter.run(hostname, { addresses }, () => attempt(delivery));
    if (!attempted) return void sent.unsent.push(delivery);
    const { verdict, until } = attempted;
    isFailing = verdict !== "delivered";
    if (verdict === "gone") sent.result = "gone";
    else if (!isFailing && sent.result !== "gone") sent.result = "success";
    else if (sent.result === "none") sent.result = "failure";
    if (until && !(sent.until && sent.until > until)) sent.until = until;
    await save(delivery, afterAttempt(delivery, attempted, new Date(clock.now())));
  };
  const work = deliveries.map((delivery) =>
    send(delivery).catch((error) => {
      log("error", "a delivery failed for a reason of ours", describeError(error));
      sent.faulty.set(delivery, error);
    }),
  );
  await Promise.all(work);
  return sent;
}

/** Counts an attempt against the reseller's limit of deliveries; says until when it waits if that is reached. */
async function countFirstAttempt(
  { reseller_uuid }: WebhookRecord,
  now: number,
): Promise<Outcome["hold"]> {
  if ((await ownRateLimit(reseller_uuid, "deliveries")) === undefined) return undefined;
  const budget = { reseller_uuid, kind: "deliveries" } as const;
  const { isAllowed, resetSeconds, flush } = await take(budget, { cost: 1, now });
  await flush;
  return isAllowed ? undefined : new Date(now + resetSeconds * 1000);
}
