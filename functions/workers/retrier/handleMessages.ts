import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { addLogFields, withLogFields } from "../../../shared/platform/log.ts";
import { keepAlive } from "../../../shared/platform/outbound/index.ts";
import { perMessage } from "../../../shared/platform/queues/perMessage.ts";
import type { CallTools, WorkerSettings } from "../../../shared/webhooks/send.ts";
import { replayMessage, replayRange } from "./replayRange.ts";
import { sendDue } from "./sendDue.ts";

/** No attempt begins after this part of the function's minute: the last ones take 15 seconds. */
const BUDGET_MS = 30_000;

const message = z.union([
  z.object({
    webhooks: z.array(z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() })),
  }),
  z.object({ replay: replayMessage }),
]);

/**
 * The handler that sends what is due of webhooks, and ranges of deliveries again, all in parallel. Only messages
 * that fail return to the queue.
 */
export function retrierHandler(settings: WorkerSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const tools = { ...settings, connections, deadline: settings.clock.now() + BUDGET_MS };
    const text = "retries failed and will be tried again";
    try {
      return await perMessage(Records, (each) => handle(each, tools), { level: "error", text });
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
