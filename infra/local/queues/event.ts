import { createHash } from "node:crypto";
import type { SQSEvent } from "aws-lambda";
import type { Message } from "./messageStore.ts";

/** An SQS event as somebody writes it by hand: what is left out is filled in. */
export interface ShortQueueEvent {
  Records?: {
    messageId?: string;
    /** Text as in the whole event, or any JSON. */
    body?: unknown;
  }[];
}

/** The event that Lambda makes of a batch of messages. */
export function buildQueueEvent(messages: Message[], queue: string): SQSEvent {
  const now = String(Date.now());
  return {
    Records: messages.map(({ id, body, receives }) => ({
      messageId: id,
      receiptHandle: id,
      body,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: now,
        SenderId: "local",
        ApproximateFirstReceiveTimestamp: now,
      },
      messageAttributes: {},
      md5OfBody: createHash("md5").update(body).digest("hex"),
      eventSource: "aws:sqs",
      eventSourceARN: `arn:aws:sqs:local:000000000000:${queue}`,
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
  }));
  const built = buildQueueEvent(messages, queue);
  return {
    Records: built.Records.map((record, index) => {
      const { body: _, ...written } = Records[index] ?? {};
      return { ...record, ...written };
    }),
  };
}
