import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { delivererHandler } from "../../../functions/events/deliverer/deliverBatch.ts";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { systemClock, timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { sqsEvent } from "../../support/messages.ts";
import { type Effort, effortOf, readInput, takeTurns } from "../inChild.ts";
import { endpointUrl, type Load, makeEvent } from "./batches.ts";

/** The processor time of calls of the deliverer, and its heap afterwards. */
export interface WorkerEffort extends Effort {
  keptMb: number;
}

/** Runs the deliverer like one instance of Lambda: one batch of messages after the other. */
const { port, calls, messages, events, webhooks: count, fresh = false } = readInput<Load>();
allowLocalAddresses();
const handler = delivererHandler({
  clock: systemClock,
  signingKey: async () => "a signing key for nothing but a benchmark",
});
const created_at = timestamp();
const webhooks = Array.from({ length: fresh ? calls * messages : count }, (_, index) => ({
  reseller_uuid: newUuid(),
  uuid: newUuid(),
  endpoint: endpointUrl(fresh ? index : 0, port),
  secret_generation: 1,
  test_count: 0,
  created_at,
  updated_at: created_at,
}));
await Webhook.put(webhooks).go({ concurrency: 8 });
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function makeBatch(call: number) {
  const some = Array.from({ length: messages }, (_, index) => {
    const webhook = webhooks[fresh ? call * messages + index : index % count];
    return webhook ? makeMessage(webhook) : [];
  });
  return sqsEvent(...some.flat());
}

function makeMessage({ reseller_uuid, uuid }: Pick<WebhookRecord, "reseller_uuid" | "uuid">) {
  const list = Array.from({ length: events }, () => makeEvent(reseller_uuid));
  return { reseller_uuid, webhook_uuid: uuid, events: list };
}

takeTurns(async (): Promise<WorkerEffort> => {
  const batches = Array.from({ length: calls }, (_, call) => makeBatch(call));
  const effort = await effortOf(async () => {
    for (const batch of batches) {
      const { batchItemFailures } = await handler(batch);
      if (batchItemFailures.length > 0) throw new Error("A delivery failed");
    }
  });
  collectGarbage();
  return { ...effort, keptMb: process.memoryUsage().heapUsed / 1024 / 1024 };
});
