import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { CallTools } from "../../shared/deliveries/callEndpoint.ts";
import { readSigningKey } from "../../shared/deliveries/signingKey.ts";
import { addLogFields, describeError, log, withLogFields } from "../../shared/log.ts";
import { keepAlive } from "../../shared/outbound/index.ts";
import { atDoor } from "../../shared/queues/atDoor.ts";
import { perMessage } from "../../shared/queues/perMessage.ts";
import { systemClock } from "../../shared/time.ts";
import { replayRange } from "./replayRange.ts";
import { workOffLane } from "./workOffLane.ts";

/** What began by then ends in time: an attempt takes 15 s, a claim of a lane lasts two minutes. */
const BUDGET_MS = 60_000;

const message = z.union([
  z.object({
    lanes: z.array(z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() })),
  }),
  z.object({
    replay: z.object({ reseller_uuid: z.uuid(), webhook_uuid: z.uuid(), uuid: z.uuid() }),
  }),
]);

/** What a retrier is made with. */
export type RetrierSettings = Omit<CallTools, "connections" | "deadline">;

/**
 * Works off lanes that are due, and ranges of deliveries that a reseller wants again, all at once. A
 * message that fails is given back by itself.
 */
export function retrierHandler(settings: RetrierSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const deadline = settings.clock.now() + BUDGET_MS;
    try {
      const failed = await perMessage(Records, async (record) => {
        const isDone = await workOff(record, { ...settings, connections, deadline });
        return isDone ? [] : { itemIdentifier: record.messageId };
      });
      return { batchItemFailures: failed.flat() };
    } finally {
      connections.trim();
    }
  };
}

export const handler = atDoor(retrierHandler({ clock: systemClock, signingKey: readSigningKey }));

async function workOff({ body }: SQSRecord, tools: CallTools): Promise<boolean> {
  try {
    const work = message.parse(JSON.parse(body));
    if ("replay" in work) {
      const { reseller_uuid, webhook_uuid } = work.replay;
      addLogFields({ reseller_uuid, webhook_uuid });
      await replayRange(work.replay, tools);
    } else {
      await Promise.all(
        work.lanes.map((due) => {
          const { reseller_uuid, uuid: webhook_uuid } = due;
          return withLogFields({ reseller_uuid, webhook_uuid }, () => workOffLane(due, tools));
        }),
      );
    }
    return true;
  } catch (error) {
    log("error", "a lane failed and will be tried again", describeError(error));
    return false;
  }
}
