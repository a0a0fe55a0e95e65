import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { describeError, log, withLogFields } from "../../../shared/log.ts";
import { keepAlive } from "../../../shared/outbound/index.ts";
import { readMessage } from "../../../shared/queues/readMessage.ts";
import { Admissions } from "../deliveries/admission.ts";
import type { CallSettings, CallTools } from "../deliveries/callEndpoint.ts";
import { type FoundWebhook, findWebhooks } from "../webhook.ts";
import { type DeliveryMessage, deliverEvents, deliveryMessage } from "./deliverEvents.ts";

/** No attempt begins after this part of the function's minute, so that all are logged in time. */
const ATTEMPTS_MS = 30_000;

/**
 * The handler that makes the first attempts for events. Messages for different webhooks run in parallel.
 * Messages for one webhook are combined, which saves most requests during many onboardings; when one fails, all
 * of them return to the queue.
 */
export function delivererHandler(settings: CallSettings) {
  const connections = keepAlive();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    connections.trim();
    const deadline = settings.clock.now() + ATTEMPTS_MS;
    const admissions = new Admissions(settings.clock);
    try {
      const read = Records.map((record) => readMessage(record, received));
      const webhooks = Map.groupBy(
        read.filter((one) => one !== undefined),
        ({ message }) => `${message.reseller_uuid} ${message.webhook_uuid}`,
      );
      const unreadable = Records.flatMap(({ messageId }, index) => (read[index] ? [] : messageId));
      const groups = [...webhooks.values()];
      const found = await readTogether(groups);
      const failed = await Promise.all(
        groups.map((messages) =>
          withLogFields(fieldsOf(messages), () =>
            deliverTogether(
              { messages, found: found.get(messages) },
              { ...settings, connections, admissions, deadline },
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

interface Received {
  id: string;
  /** Another worker received the message before, and may have died half-way. */
  isRepeated: boolean;
  message: DeliveryMessage;
}

/** Reads a message; throws if its body does not match the schema. */
function received({ messageId: id, body, attributes }: SQSRecord): Received {
  const isRepeated = Number(attributes.ApproximateReceiveCount) > 1;
  return { id, isRepeated, message: deliveryMessage.parse(JSON.parse(body)) };
}

/** The log fields of messages for one webhook. */
function fieldsOf(messages: Received[]) {
  const { reseller_uuid, webhook_uuid } = messages[0]?.message ?? {};
  return { message_ids: messages.map(({ id }) => id), reseller_uuid, webhook_uuid };
}

/**
 * Reads the webhooks of these groups of messages in one request. If that fails, none is returned, and
 * each is read separately later, so that one unreadable webhook does not affect the others.
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

/** Delivers the messages for one webhook and returns the ids of those that failed: none, or all. */
async function deliverTogether(
  { messages, found }: { messages: Received[]; found: FoundWebhook | undefined },
  tools: CallTools,
): Promise<string[]> {
  const [first] = messages;
  if (!first) return [];
  const { message } = first;
  try {
    // SQS may deliver a message twice, possibly in the same batch.
    const received = messages.flatMap(({ message }) => message.events);
    const events = [...new Map(received.map((event) => [event.id, event])).values()];
    const isRepeated = messages.some(({ isRepeated }) => isRepeated);
    // Separately: a test is attempted at once even while other deliveries wait.
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
