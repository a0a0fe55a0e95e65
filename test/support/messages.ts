import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SQSEvent } from "aws-lambda";
import { requireEnv } from "../../shared/platform/env.ts";

/** The bodies of the messages in a queue that contain this text, such as a uuid of the test. */
export function messagesAbout(queueVariable: string, mentioned: string): unknown[] {
  const queue = requireEnv(queueVariable).split("/").at(-1) ?? "";
  const database = new DatabaseSync(join(requireEnv("TEST_DATA_DIR"), "queues.sqlite"), {
    readOnly: true,
  });
  try {
    return database
      .prepare("SELECT body FROM messages WHERE queue = ? AND body LIKE ? ORDER BY rowid")
      .all(queue, `%${mentioned}%`)
      .map(({ body }) => JSON.parse(String(body)));
  } finally {
    database.close();
  }
}

/** An SQS event with these messages. */
export function sqsEvent(...bodies: unknown[]): SQSEvent {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `message-${index}`,
      receiptHandle: "",
      body: JSON.stringify(body),
      attributes: {
        ApproximateReceiveCount: "1",
        SentTimestamp: "0",
        SenderId: "",
        ApproximateFirstReceiveTimestamp: String(Date.now()),
      },
      messageAttributes: {},
      md5OfBody: "",
      eventSource: "aws:sqs",
      eventSourceARN: "",
      awsRegion: "",
    })),
  };
}
