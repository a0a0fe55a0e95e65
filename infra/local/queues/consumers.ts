import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Invoke } from "../functions.ts";
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
  invoke: Invoke;
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
    const batches = running.get(consumer) ?? new Set();
    running.set(consumer, batches);
    const messages = batches.size < consumer.maximumConcurrency ? receive(consumer) : [];
    if (messages.length === 0) return false;
    const batch = deliver(messages, consumer).finally(() => batches.delete(batch));
    batches.add(batch);
    return true;
  }

  function receive({ queue, batchSize, visibilityMs, deadLetters, functionName }: QueueConsumer) {
    for (const { body } of store.giveUp(queue, deadLetters))
      console.error(`${functionName} gives up on a message: ${body}`);
    return store.receive(queue, batchSize, visibilityMs);
  }

  async function deliver(messages: Message[], consumer: QueueConsumer) {
    try {
      const event = buildQueueEvent(messages, consumer.queue);
      const response = (await invoke(consumer.functionName, event)) as SQSBatchResponse | null;
      const failed = response?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) ?? [];
      for (const { id } of messages) if (!failed.includes(id)) store.delete(id);
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

/** The event that Lambda makes of a batch of messages. */
export function buildQueueEvent(messages: Message[], queue: string): SQSEvent {
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
