import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Message, MessageStore } from "./messageStore.ts";

const POLL_MS = 200;
const AFTER_ERROR_MS = 2000;

/** A function that a queue feeds: an event source mapping of the stack, and what its queue says. */
export interface QueueConsumer {
  queue: string;
  functionName: string;
  batchSize: number;
  maximumConcurrency: number;
  reportsFailures: boolean;
  /** A message that was received, and not deleted, is received again when this has passed. */
  visibilityMs: number;
  deadLetters?: { queue: string; maximumReceives: number };
}

interface ConsumersOptions {
  store: MessageStore;
  consumers: QueueConsumer[];
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Is told what failed, and will be tried again. */
  report(what: string, error: unknown): void;
}

/**
 * Feeds the queues to their functions, batch by batch, as many at once as the stack allows. What
 * fails, or was under way when the process ended, stays in its queue and is received again. The
 * returned function stops, once the batches under way are done.
 */
export function startQueueConsumers({ store, consumers, invoke, report }: ConsumersOptions) {
  const stop = new AbortController();
  const { signal } = stop;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  async function consume(consumer: QueueConsumer) {
    const running = new Set<Promise<void>>();
    while (!signal.aborted) {
      try {
        const messages = running.size < consumer.maximumConcurrency ? receive(consumer) : [];
        if (messages.length === 0) {
          await pause(POLL_MS);
          continue;
        }
        const batch = deliver(messages, consumer).finally(() => running.delete(batch));
        running.add(batch);
      } catch (error) {
        report(`Reading the queue of ${consumer.functionName}`, error);
        await pause(AFTER_ERROR_MS);
      }
    }
    await Promise.all(running);
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
      // One that was left behind at the end finds the store closed: its messages come again.
      if (!signal.aborted) report(consumer.functionName, error);
    }
  }

  const loops = consumers.map(consume);
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

/** The ids of the messages that a response calls done; none when it names one that there is not. */
function findDone(messages: Message[], response: unknown): string[] {
  const { batchItemFailures } = (response ?? {}) as Partial<SQSBatchResponse>;
  const failed = new Set((batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
  const done = messages.map(({ id }) => id).filter((id) => !failed.has(id));
  return done.length + failed.size === messages.length ? done : [];
}

/** An SQS event as somebody writes it by hand: what is left out is filled in. */
export interface ShortQueueEvent {
  Records?: {
    messageId?: string;
    /** Text as in the whole event, or any JSON. */
    body?: unknown;
  }[];
}

/** The ARN of a queue on this machine. */
export function arnOf(queue: string): string {
  return `arn:aws:sqs:local:000000000000:${queue}`;
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

/** The whole event, of which only a part is written. What is written stays. */
export function completeQueueEvent({ Records = [] }: ShortQueueEvent, queue: string): SQSEvent {
  const messages = Records.map(({ messageId, body }, index) => ({
    id: messageId ?? `message-${index + 1}`,
    body: typeof body === "string" ? body : JSON.stringify(body ?? {}),
    receives: 1,
    sentAt: Date.now(),
  }));
  const built = buildQueueEvent(messages, queue);
  return {
    Records: built.Records.map((record, index) => {
      const { body: _, ...written } = Records[index] ?? {};
      return { ...record, ...written };
    }),
  };
}
