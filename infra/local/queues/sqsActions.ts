import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { MessageStore } from "./messageStore.ts";

const LONGEST_DELAY_SECONDS = 900;
const MESSAGES_A_BATCH = 10;

const message = z.object({
  MessageBody: z.string().check(z.minLength(1)),
  DelaySeconds: z._default(z.int().check(z.gte(0), z.lte(LONGEST_DELAY_SECONDS)), 0),
});
const QueueUrl = z.string().check(z.regex(/^https?:\/\/[^/]+\/\d+\/[\w-]+$/));
const sendMessage = z.extend(message, { QueueUrl });
const sendMessageBatch = z.object({
  QueueUrl,
  Entries: z
    .array(z.extend(message, { Id: z.string() }))
    .check(z.minLength(1), z.maxLength(MESSAGES_A_BATCH)),
});

/** Does what a request to SQS asks for, and returns the answer; throws when it is malformed. */
export function act(store: MessageStore, action: string, body: string): unknown {
  const send = (queueUrl: string, { MessageBody, DelaySeconds }: z.infer<typeof message>) => ({
    MessageId: store.send(queueUrl.split("/").at(-1) ?? "", MessageBody, DelaySeconds * 1000),
    MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
  });
  if (action === "AmazonSQS.SendMessage") {
    const input = sendMessage.parse(JSON.parse(body));
    return send(input.QueueUrl, input);
  }
  if (action === "AmazonSQS.SendMessageBatch") {
    const { QueueUrl, Entries } = sendMessageBatch.parse(JSON.parse(body));
    const Successful = Entries.map((entry) => ({ Id: entry.Id, ...send(QueueUrl, entry) }));
    return { Successful, Failed: [] };
  }
  throw new SyntaxError(`The local queues don't know ${action}`);
}

/** Whether an error says that the request was wrong, and not that something went wrong here. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof SyntaxError || error instanceof z.core.$ZodError;
}
