import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { isListed, listedKinds } from "../../../shared/lists/listedKinds.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { addLogFields } from "../../../shared/platform/log.ts";
import { perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { findResellers, isOverdue } from "../../../shared/resellers/closedResellers.ts";
import { removals, removeDeletionsOf } from "./removals.ts";
import { settle } from "./settle.ts";
import { snapshotMessage, takeSnapshot } from "./takeSnapshot.ts";

const gone = z.object({
  reseller_uuid: z.uuid(),
  uuid: z.uuid(),
  entity: z.enum(["reseller", "user", "business", "website"]),
  /** Of a website. */
  business_uuid: z.optional(z.uuid()),
  /** It can be, or was, restored: nothing is removed for good. */
  is_kept: z.optional(z.boolean()),
  /** It is a user that was erased: what was deleted of it before goes as well. */
  is_erased: z.optional(z.boolean()),
});

/** What is gone or restored, a night of the schedule, or a snapshot of the usage. */
const message = z.union([
  gone,
  z.object({ night: z.string() }),
  z.object({ usage: snapshotMessage }),
]);

/** Time reserved for enqueueing a continuation. */
const RESERVE_MS = 10_000;

/**
 * Deals with what belongs to deleted and restored records, for each message, and with what is due every night. A
 * message may arrive twice. A failed one is retried; one that runs out of time continues with a new message.
 */
export async function cleanUp({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
  const text = "clean-up failed and will be tried again";
  return await perMessage(Records, (record) => remove(record, hasTime), text);
}

async function remove({ body }: SQSRecord, hasTime: () => boolean) {
  const wanted = message.parse(JSON.parse(body));
  if ("night" in wanted) return await beginNight(wanted.night);
  if ("usage" in wanted) return await snapshotOn(wanted.usage, hasTime);
  const { reseller_uuid } = wanted;
  addLogFields({ reseller_uuid });
  for await (const _ of stepsOf(wanted)) {
    if (hasTime()) continue;
    await sendMessages(requireEnv("CLEANUP_QUEUE_URL"), [
      { message: wanted, group: reseller_uuid },
    ]);
    break;
  }
}

async function snapshotOn(snapshot: z.output<typeof snapshotMessage>, hasTime: () => boolean) {
  const { reseller_uuid } = snapshot;
  addLogFields({ reseller_uuid });
  const usage = await takeSnapshot(snapshot, hasTime);
  if (!usage) return;
  await sendMessages(requireEnv("CLEANUP_QUEUE_URL"), [
    { message: { usage }, group: reseller_uuid },
  ]);
}

/**
 * Has a snapshot taken of every reseller's usage, and every reseller removed whose time is over. What an
 * interrupted removal leaves is found again the next night.
 */
async function beginNight(night: string) {
  const resellers = await findResellers();
  const snapshots = resellers.map(({ uuid }) => ({
    message: { usage: { reseller_uuid: uuid, night } },
    group: uuid,
  }));
  const removals = resellers.filter(isOverdue).map(({ uuid }) => ({
    message: { reseller_uuid: uuid, uuid, entity: "reseller" },
    group: uuid,
  }));
  await sendMessages(requireEnv("CLEANUP_QUEUE_URL"), [...snapshots, ...removals]);
}

async function* stepsOf(deleted: z.output<typeof gone>) {
  const { entity, is_kept, is_erased, reseller_uuid, uuid } = deleted;
  if (isListed(entity)) {
    if (is_kept) return yield* settle(entity, deleted);
    // A deletion that the stream tells late is of a time before the record's restoration.
    if ((await listedKinds[entity].get({ reseller_uuid, uuid })).data) return;
  }
  if (is_erased) yield* removeDeletionsOf(deleted);
  yield* removals[entity](deleted);
}
