import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { delivererHandler } from "../../../functions/deliverer/index.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { systemClock, timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { sqsEvent } from "../../support/messages.ts";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import { endpointUrl, type Load, makeEvent } from "./batches.ts";

/** The deliverer as Lambda runs an instance of it: one batch of messages after the other. */
const load = readInput<Load>();
const { port, calls, messages, events, webhooks: count = messages, fresh = false } = load;
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
const batches = Array.from({ length: calls }, (_, call) =>
  Array.from({ length: messages }, (_, index) => {
    const webhook = webhooks[fresh ? call * messages + index : index % count];
    const { reseller_uuid = "", uuid } = webhook ?? {};
    const list = Array.from({ length: events }, () => makeEvent(reseller_uuid));
    return { reseller_uuid, webhook_uuid: uuid, events: list };
  }),
).map((batch) => sqsEvent(...batch));

async function run(some: typeof batches) {
  for (const batch of some) {
    const { batchItemFailures } = await handler(batch);
    if (batchItemFailures.length > 0) throw new Error("A delivery failed");
  }
}
const warmUp = Math.ceil(calls / 5);
await run(batches.slice(0, warmUp));
const effort = await effortOf(() => run(batches.slice(warmUp)));
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
collectGarbage();
tellParent({ ...effort, keptMb: process.memoryUsage().heapUsed / 1024 / 1024 });
