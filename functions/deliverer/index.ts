import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { CallTools } from "../../shared/deliveries/callEndpoint.ts";
import { readSigningKey } from "../../shared/deliveries/signingKey.ts";
import { eventTypes } from "../../shared/events/eventTypes.ts";
import { describeError, log } from "../../shared/log.ts";
import { keepAlive } from "../../shared/outbound/index.ts";
import { systemClock } from "../../shared/time.ts";
import { deliverEvents } from "./deliverEvents.ts";

/** Of the function's minute: attempts that begin by then have ended, and are logged, in time. */
const ATTEMPTS_MS = 30_000;

const message = z.object({
  reseller_uuid: z.uuid(),
  webhook_uuid: z.uuid(),
  events: z.array(
    z.object({
      id: z.string(),
      type: z.enum(eventTypes),
      timestamp: z.string(),
      sequence: z.number(),
      data: z.looseObject({ uuid: z.string() }),
    }),
  ),
});

/** Events for a webhook, as the dispatcher sends them. */
export type DeliveryMessage = z.infer<typeof message>;

/** What a deliverer is made with. */
export type DelivererSettings = Omit<CallTools, "connections" | "deadline">;

/**
 * Makes the first attempts at events for webhooks, and logs them. Messages for different webhooks
 * don't wait for each other; one that fails is given back by itself.
 */
export function delivererHandler(settings: DelivererSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const deadline = settings.clock.now() + ATTEMPTS_MS;
    try {
      const webhooks = Map.groupBy(
        Records.map(readMessage),
        ({ message }) => message?.webhook_uuid,
      );
      const failed = await Promise.all(
        [...webhooks.values()].map((messages) =>
          deliverInTurn(messages, { ...settings, connections, deadline }),
        ),
      );
      return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
    } finally {
      connections.trim();
    }
  };
}

export const handler = delivererHandler({ clock: systemClock, signingKey: readSigningKey });

interface Received {
  id: string;
  /** It was received before: whoever had it may have died half-way. */
  isRepeated: boolean;
  message?: DeliveryMessage;
}

/** Without a message, when it is none of ours. */
function readMessage({ messageId: id, body, attributes }: SQSRecord): Received {
  const isRepeated = Number(attributes.ApproximateReceiveCount) > 1;
  try {
    return { id, isRepeated, message: message.parse(JSON.parse(body)) };
  } catch (error) {
    log("error", "a message can't be read", { messageId: id, ...describeError(error) });
    return { id, isRepeated };
  }
}

/** Delivers messages for the same webhook, and returns the ids of those that failed. */
async function deliverInTurn(messages: Received[], tools: CallTools): Promise<string[]> {
  const failed: string[] = [];
  for (const { id, isRepeated, message } of messages) {
    try {
      if (message) await deliverEvents({ ...message, isRepeated }, tools);
      else failed.push(id);
    } catch (error) {
      const { webhook_uuid } = message ?? {};
      const fields = { messageId: id, webhook_uuid, ...describeError(error) };
      log("error", "a delivery failed and will be tried again", fields);
      failed.push(id);
    }
  }
  return failed;
}
