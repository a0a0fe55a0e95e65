import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { requireEnv } from "../../shared/env.ts";
import { addLogFields } from "../../shared/log.ts";
import { perMessage } from "../../shared/queues/perMessage.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import { removals } from "./removals.ts";

const message = z.object({
  reseller_uuid: z.uuid(),
  uuid: z.uuid(),
  entity: z.enum(["reseller", "user", "business", "website", "webhook"]),
});

/** Time reserved for enqueueing a continuation. */
const RESERVE_MS = 10_000;

/**
 * Removes the records that belong to deleted ones, for each message. A message may arrive twice.
 * A failed one is retried; one that runs out of time continues with a new message.
 */
export async function cleanUp({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
  const text = "clean-up failed and will be tried again";
  return await perMessage(Records, (record) => remove(record, hasTime), { level: "error", text });
}

async function remove({ body }: SQSRecord, hasTime: () => boolean) {
  const deleted = message.parse(JSON.parse(body));
  addLogFields({ reseller_uuid: deleted.reseller_uuid });
  for await (const _ of removals[deleted.entity](deleted)) {
    if (hasTime()) continue;
    await sendMessages(requireEnv("CLEANUP_QUEUE_URL"), [deleted], () => deleted.reseller_uuid);
    break;
  }
}
