import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { addLogFields, withLogFields } from "../../../shared/log.ts";
import { keepAlive } from "../../../shared/outbound/index.ts";
import { perMessage } from "../../../shared/queues/perMessage.ts";
import { Admissions } from "../deliveries/admission.ts";
import type { CallSettings, CallTools } from "../deliveries/callEndpoint.ts";
import { replayRange } from "./replayRange.ts";
import { workOffLane } from "./workOffLane.ts";

/** No attempt begins later: an attempt takes up to 15 s, and a lane is claimed for two minutes. */
const BUDGET_MS = 60_000;

const message = z.union([
  z.object({
    lanes: z.array(z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() })),
  }),
  z.object({
    replay: z.object({ reseller_uuid: z.uuid(), webhook_uuid: z.uuid(), uuid: z.uuid() }),
  }),
]);

/**
 * The handler that makes due retries and sends ranges of deliveries again, all in parallel. Only messages
 * that fail return to the queue.
 */
export function retrierHandler(settings: CallSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const deadline = settings.clock.now() + BUDGET_MS;
    const admissions = new Admissions(settings.clock);
    try {
      const tools = { ...settings, connections, admissions, deadline };
      const text = "a lane failed and will be tried again";
      return await perMessage(Records, (record) => workOff(record, tools), {
        level: "error",
        text,
      });
    } finally {
      connections.trim();
    }
  };
}

async function workOff({ body }: SQSRecord, tools: CallTools) {
  const work = message.parse(JSON.parse(body));
  if ("replay" in work) {
    const { reseller_uuid, webhook_uuid } = work.replay;
    addLogFields({ reseller_uuid, webhook_uuid });
    await replayRange(work.replay, tools);
    return;
  }
  await Promise.all(
    work.lanes.map((due) => {
      const { reseller_uuid, uuid: webhook_uuid } = due;
      return withLogFields({ reseller_uuid, webhook_uuid }, () => workOffLane(due, tools));
    }),
  );
}
