import { DeleteMessageCommand, type Message, SendMessageCommand } from "@aws-sdk/client-sqs";
import { requireEnv } from "../../shared/env.ts";
import { peek } from "../../shared/queues/peek.ts";
import { queueClient } from "../../shared/queues/sendMessages.ts";
import { eraseFromLostRecords } from "./eraseFromLostRecords.ts";
import { mentions, withoutContent } from "./identifiers.ts";

/**
 * Takes these records out of what could not be processed: dead letters of the dispatcher and the deliverer,
 * whose messages alone have more of a record than its identifiers, and lost records of the stream. Yields
 * after each step.
 */
export async function* eraseFromMessages(named: ReadonlySet<string>): AsyncGenerator<void> {
  for (const worker of ["changes", "deliverer"]) {
    const QueueUrl = requireEnv(`DEAD_LETTERS_${worker}`);
    for await (const messages of peek(QueueUrl)) {
      for (const message of messages) await eraseFromMessage(QueueUrl, message, named);
      yield;
    }
  }
  yield* eraseFromLostRecords(named);
}

/** The events of a delivery, as far as they matter here. */
interface Events {
  events: { data: object }[];
}

/**
 * Empties events, but removes those of a reseller that is erased. A change is removed: nothing is to follow from it
 * any more.
 */
async function eraseFromMessage(
  QueueUrl: string,
  { Body = "", ReceiptHandle }: Message,
  named: ReadonlySet<string>,
) {
  if (!mentions(Body, named)) return;
  const { events, ...rest }: Partial<Events> = JSON.parse(Body);
  if (events && !mentions(JSON.stringify(rest), named)) {
    const reduced = events.map((event) =>
      mentions(JSON.stringify(event), named)
        ? { ...event, data: withoutContent(event.data) }
        : event,
    );
    const MessageBody = JSON.stringify({ ...rest, events: reduced });
    if (MessageBody === Body) return;
    await queueClient.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  }
  await queueClient.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
}
