import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { CallTools } from "../../shared/deliveries/callEndpoint.ts";
import { type FoundWebhook, findWebhooks } from "../../shared/deliveries/findWebhook.ts";
import { readSigningKey } from "../../shared/deliveries/signingKey.ts";
import { eventTypes } from "../../shared/events/eventTypes.ts";
import { describeError, log, withLogFields } from "../../shared/log.ts";
import { keepAlive } from "../../shared/outbound/index.ts";
import { atDoor } from "../../shared/queues/atDoor.ts";
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
 * don't wait for each other. Those for the same one are put together, which an import's log takes in
 * a fraction of the requests: where one fails, all of them are given back.
 */
export function delivererHandler(settings: DelivererSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const deadline = settings.clock.now() + ATTEMPTS_MS;
    try {
      const received = Records.map(readMessage);
      const webhooks = Map.groupBy(
        received.filter((one) => one.message !== undefined),
        ({ message }) => `${message.reseller_uuid} ${message.webhook_uuid}`,
      );
      const unreadable = received.flatMap(({ id, message }) => (message ? [] : id));
      const groups = [...webhooks.values()];
      const found = await readTogether(groups);
      const failed = await Promise.all(
        groups.map((messages) =>
          withLogFields(fieldsOf(messages), () =>
            deliverTogether(
              { messages, found: found.get(messages) },
              { ...settings, connections, deadline },
            ),
          ),
        ),
      );
      return {
        batchItemFailures: [...unreadable, ...failed.flat()].map((itemIdentifier) => ({
          itemIdentifier,
        })),
      };
    } finally {
      connections.trim();
    }
  };
}

export const handler = atDoor(delivererHandler({ clock: systemClock, signingKey: readSigningKey }));

interface Received {
  id: string;
  /** It was received before: whoever had it may have died half-way. */
  isRepeated: boolean;
  message: DeliveryMessage;
}

/** Without a message, when it is none of ours. */
function readMessage({
  messageId: id,
  body,
  attributes,
}: SQSRecord): Received | (Omit<Received, "message"> & { message?: undefined }) {
  const isRepeated = Number(attributes.ApproximateReceiveCount) > 1;
  try {
    return { id, isRepeated, message: message.parse(JSON.parse(body)) };
  } catch (error) {
    log("error", "a message can't be read", { message_id: id, ...describeError(error) });
    return { id, isRepeated };
  }
}

/** Of the messages for one webhook. */
function fieldsOf(messages: Received[]) {
  const { reseller_uuid, webhook_uuid } = messages[0]?.message ?? {};
  return { message_ids: messages.map(({ id }) => id), reseller_uuid, webhook_uuid };
}

/**
 * Reads the webhooks of these groups of messages in one request. Where that fails none is known: each
 * is then read by itself, so that one that can't be read fails no other.
 */
async function readTogether(groups: Received[][]): Promise<Map<Received[], FoundWebhook>> {
  const wanted = groups.flatMap((messages) => {
    const { message } = messages.find(({ message }) => message.events.length > 0) ?? {};
    if (!message) return [];
    const { reseller_uuid, webhook_uuid: uuid } = message;
    return { messages, key: { reseller_uuid, uuid } };
  });
  try {
    const found = await findWebhooks(wanted.map(({ key }) => key));
    return new Map(
      wanted.map(({ messages }, index) => [messages, found[index]] as [Received[], FoundWebhook]),
    );
  } catch (error) {
    const message_ids = groups.flat().map(({ id }) => id);
    log("warn", "webhooks could not be read together", { message_ids, ...describeError(error) });
    return new Map();
  }
}

/** Delivers messages for the same webhook, and returns the ids of all of them when that fails. */
async function deliverTogether(
  { messages, found }: { messages: Received[]; found: FoundWebhook | undefined },
  tools: CallTools,
): Promise<string[]> {
  const [first] = messages;
  if (!first) return [];
  const { message } = first;
  try {
    // A queue may have a message twice, as after an answer of it that was lost: side by side then.
    const received = messages.flatMap(({ message }) => message.events);
    const events = [...new Map(received.map((event) => [event.id, event])).values()];
    const isRepeated = messages.some(({ isRepeated }) => isRepeated);
    // By themselves: a test is tried at once, also where everything else waits.
    const { tests = [], others = [] } = Object.groupBy(events, ({ type }) =>
      type === "webhook.test" ? "tests" : "others",
    );
    const before = tests.length === 0 ? found : undefined;
    await deliverEvents({ ...message, events: tests, isRepeated, found }, tools);
    await deliverEvents({ ...message, events: others, isRepeated, found: before }, tools);
    return [];
  } catch (error) {
    log("error", "deliveries failed and will be tried again", describeError(error));
    return messages.map(({ id }) => id);
  }
}
