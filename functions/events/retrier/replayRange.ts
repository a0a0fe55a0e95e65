import { Delivery, type DeliveryRecord } from "../../../shared/entities/delivery.ts";
import {
  DeliveryReplay,
  type DeliveryReplayRecord,
} from "../../../shared/entities/deliveryReplay.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { requireEnv } from "../../../shared/env.ts";
import { sendAll } from "../../../shared/queues/sendMessages.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { countWeight } from "../deliveries/admission.ts";
import type { CallTools } from "../deliveries/callEndpoint.ts";
import { changeDeliveries } from "../deliveries/changeDeliveries.ts";
import { CHANGES_A_TRANSACTION } from "../deliveries/sharedRetries.ts";
import { ensureLaneDue } from "../lane.ts";

type ReplayKey = Pick<DeliveryReplayRecord, "reseller_uuid" | "webhook_uuid" | "uuid">;

/** Longer than a worker's call: by then the other worker has made progress or has died. */
const TAKEN_SECONDS = 120;

/**
 * Makes a range of a webhook's deliveries pending and due now, page by page, and continues with another
 * message when time is up, or when the reseller's limit of deliveries allows more. Deliveries that are
 * already pending stay as they are.
 */
export async function replayRange(key: ReplayKey, tools: CallTools) {
  const { reseller_uuid, webhook_uuid } = key;
  const webhook = { reseller_uuid, uuid: webhook_uuid };
  const { data: replay } = await DeliveryReplay.get(key).go({ consistent: true });
  if (!replay) return;
  const { data: found } = await Webhook.get(webhook).go({ consistent: true });
  let from = found ? replay.from : replay.until;
  while (from < replay.until) {
    if (tools.clock.now() >= tools.deadline) {
      return await continueLater(key);
    }
    const { page, isLast } = await readPage({ ...replay, from });
    const now = new Date(tools.clock.now());
    const wanted = page.filter(isWanted(replay));
    const weight = Math.max(1, wanted.length);
    const held = await countWeight(reseller_uuid, { weight, clock: tools.clock });
    if (held) {
      const waitMs = Date.parse(held.until) - now.getTime();
      return await continueLater(key, Math.ceil(waitMs / 1000));
    }
    await makePending(wanted, now);
    await ensureLaneDue(webhook, timestamp(now));
    const next = isLast ? replay.until : lastOf(page) + 1;
    const place = await recordProgress(key, { from, next });
    if (place === undefined) return;
    // Another worker is ahead, since the message came twice. Continue later in case it dies.
    if (place !== next) return await continueLater(key, TAKEN_SECONDS);
    from = next;
  }
  await DeliveryReplay.delete(key).go();
}

async function continueLater(key: ReplayKey, delaySeconds = 0) {
  const { reseller_uuid: group } = key;
  await sendAll(requireEnv("LANES_QUEUE_URL"), [{ message: { replay: key }, group, delaySeconds }]);
}

/** Records the progress of a range unless another worker has; returns the recorded progress, if any. */
async function recordProgress(
  key: ReplayKey,
  { from, next }: { from: number; next: number },
): Promise<number | undefined> {
  const moved = await writeIfTrue(() =>
    DeliveryReplay.patch(key)
      .set({ from: next })
      .where((replay, { eq }) => eq(replay.from, from))
      .go(),
  );
  if (moved) return next;
  const { data: replay } = await DeliveryReplay.get(key).go({ consistent: true });
  return replay?.from;
}

async function readPage({ reseller_uuid, webhook_uuid, from, until }: DeliveryReplayRecord) {
  const { data, cursor } = await Delivery.query
    .inOrder({ reseller_uuid, webhook_uuid })
    .between({ sequence: from }, { sequence: until - 1 })
    .go({ consistent: true, limit: CHANGES_A_TRANSACTION });
  // A page may be shorter than its limit: DynamoDB reads a megabyte at most.
  return { page: data, isLast: cursor === null };
}

function isWanted({ since, status }: DeliveryReplayRecord) {
  return (delivery: DeliveryRecord) =>
    delivery.status !== "pending" &&
    delivery.created_at >= since &&
    (status ?? delivery.status) === delivery.status;
}

async function makePending(deliveries: DeliveryRecord[], now: Date) {
  const to = { status: "pending", tries: 0, next_attempt_at: timestamp(now) } as const;
  await changeDeliveries(
    deliveries.map((delivery) => ({ delivery, to })),
    now,
  );
}

function lastOf(page: DeliveryRecord[]): number {
  return page.at(-1)?.sequence ?? 0;
}
