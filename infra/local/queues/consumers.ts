import { setTimeout as sleep } from "node:timers/promises";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Message, MessageStore } from "./messageStore.ts";

const POLL_MS = 200;
/** A failed message waits for its visibility timeout on AWS; nobody at a laptop waits 90 minutes. */
const LONGEST_RETRY_MS = 30_000;

/** A function that a queue feeds: an event source mapping of the stack, and what its queue says. */
export interface QueueConsumer {
  queue: string;
  functionName: string;
  batchSize: number;
  maximumConcurrency: number;
  visibilityMs: number;
  deadLetters?: { queue: string; maximumReceives: number };
}

interface ConsumersOptions {
  store: MessageStore;
  consumers: QueueConsumer[];
  invoke(functionName: string, event: unknown): Promise<unknown>;
}

/**
 * Feeds the queues to their functions, batch by batch, as many at once as the stack allows. The
 * returned function stops, once the batches under way are done.
 */
export function startQueueConsumers({ store, consumers, invoke }: ConsumersOptions) {
  const stop = new AbortController();
  const { signal } = stop;
  store.recover();

  async function consume(consumer: QueueConsumer) {
    const running = new Set<Promise<void>>();
    while (!signal.aborted) {
      const free = running.size < consumer.maximumConcurrency;
      const { queue, batchSize, visibilityMs } = consumer;
      const messages = free ? store.receive(queue, batchSize, visibilityMs) : [];
      if (messages.length === 0) {
        await sleep(POLL_MS, undefined, { signal }).catch(() => {});
        continue;
      }
      const batch = deliver(messages, consumer).finally(() => running.delete(batch));
      running.add(batch);
    }
    await Promise.all(running);
  }

  async function deliver(messages: Message[], consumer: QueueConsumer) {
    const failed = await failedOf(messages, consumer);
    for (const message of messages) {
      if (failed.has(message.id)) giveBack(message, consumer);
      else store.delete(message.id);
    }
  }

  function giveBack(
    { id, receives }: Message,
    { deadLetters, visibilityMs, functionName }: QueueConsumer,
  ) {
    if (deadLetters && receives >= deadLetters.maximumReceives) {
      console.error(`${functionName} gave up on a message: it is in ${deadLetters.queue} now`);
      store.move(id, deadLetters.queue);
    } else store.giveBack(id, Math.min(visibilityMs, LONGEST_RETRY_MS));
  }

  async function failedOf(messages: Message[], { functionName, queue }: QueueConsumer) {
    try {
      const response = await invoke(functionName, eventOf(messages, queue));
      const { batchItemFailures = [] } = (response ?? {}) as Partial<SQSBatchResponse>;
      return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    } catch (error) {
      console.error(`${functionName} failed:`, error);
      return new Set(messages.map(({ id }) => id));
    }
  }

  const loops = consumers.map(consume);
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

/** The event that Lambda makes of a batch. */
function eventOf(messages: Message[], queue: string): SQSEvent {
  return {
    Records: messages.map(({ id, body, receives }) => ({
      messageId: id,
      receiptHandle: id,
      body,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: String(Date.now()),
        SenderId: "local",
        ApproximateFirstReceiveTimestamp: String(Date.now()),
      },
      messageAttributes: {},
      md5OfBody: "",
      eventSource: "aws:sqs",
      eventSourceARN: `arn:aws:sqs:local:000000000000:${queue}`,
      awsRegion: "local",
    })),
  };
}
