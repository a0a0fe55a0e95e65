import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Functions } from "../functions.ts";
import type { QueueConsumer } from "../template.ts";
import { arnOf, type Message, type MessageStore } from "./messageStore.ts";

const POLL_MS = 200;
const AFTER_ERROR_MS = 2000;

/**
 * Feeds the queues to their functions, batch by batch, as many at once as the stack allows. Messages
 * that failed or were interrupted stay in their queue and are received again. The returned function
 * stops the consumers and waits for running batches.
 */
export function startQueueConsumers({
  store,
  queueConsumers,
  invoke,
  report,
}: {
  store: MessageStore;
  queueConsumers: QueueConsumer[];
  invoke: Functions["invoke"];
  report(what: string, error: unknown): void;
}) {
  const stop = new AbortController();
  const { signal } = stop;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  const running = new Map<QueueConsumer, Set<Promise<void>>>();

  /** One loop for all queues: waking up takes longer than looking into an empty one. */
  async function consumeAll() {
    while (!signal.aborted) {
      try {
        if (!queueConsumers.map(startBatch).includes(true)) await pause(POLL_MS);
      } catch (error) {
        report("Reading the queues", error);
        await pause(AFTER_ERROR_MS);
      }
    }
    await Promise.all([...running.values()].flatMap((batches) => [...batches]));
  }

  /** Whether there was a message, and room for another batch. */
  function startBatch(consumer: QueueConsumer): boolean {
    if (!store.isDue(consumer.queue)) return false;
    const batches = running.get(consumer) ?? new Set();
    running.set(consumer, batches);
    const messages = batches.size < consumer.maximumConcurrency ? receive(consumer) : [];
    if (messages.length === 0) return false;
    const batch = deliver(messages, consumer).finally(() => batches.delete(batch));
    batches.add(batch);
    return true;
  }

  function receive({ queue, batchSize, visibilityMs, deadLetters, functionName }: QueueConsumer) {
    for (const { body } of deadLetters ? store.giveUp(queue, deadLetters) : []) {
      console.error(`${functionName} gives up on a message: ${body}`);
    }
    return store.receive(queue, batchSize, visibilityMs);
  }

  async function deliver(messages: Message[], consumer: QueueConsumer) {
    try {
      const event = buildQueueEvent(messages, consumer.queue);
      const response = await invoke(consumer.functionName, event);
      for (const id of findDone(messages, consumer.reportsFailures ? response : null)) {
        store.delete(id);
      }
    } catch (error) {
      // After the stop the store may be closed; the messages are received again.
      if (!signal.aborted) report(consumer.functionName, error);
    }
  }

  const loop = consumeAll();
  return async () => {
    stop.abort();
    await loop;
  };
}

/** The ids of the messages that a response reports as done; none if it names an unknown message. */
function findDone(messages: Message[], response: unknown): string[] {
  const { batchItemFailures } = (response ?? {}) as Partial<SQSBatchResponse>;
  const failed = new Set((batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
  const done = messages.map(({ id }) => id).filter((id) => !failed.has(id));
  return done.length + failed.size === messages.length ? done : [];
}

/** The event that Lambda makes of a batch of messages. */
function buildQueueEvent(messages: Message[], queue: string): SQSEvent {
  const now = String(Date.now());
  return {
    Records: messages.map(({ id, body, receives, sentAt }) => ({
      messageId: id,
      receiptHandle: id,
      body,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: String(sentAt),
        SenderId: "local",
        ApproximateFirstReceiveTimestamp: now,
      },
      messageAttributes: {},
      md5OfBody: createHash("md5").update(body).digest("hex"),
      eventSource: "aws:sqs",
      eventSourceARN: arnOf(queue),
      awsRegion: "local",
    })),
  };
}

/** An SQS event of records that are written by hand, each with a body: text, or any JSON. */
export function completeQueueEvent(
  { Records = [] }: { Records?: { body?: unknown }[] },
  queue: string,
): SQSEvent {
  const messages = Records.map(({ body = {} }, index) => ({
    id: `message-${index + 1}`,
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...{ receives: 1, sentAt: Date.now() },
  }));
  return buildQueueEvent(messages, queue);
}
