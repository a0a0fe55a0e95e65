import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { command } from "./command.ts";
import { deadLetterQueues, sqs } from "./deadLetterQueue.ts";

/** How many messages each worker has given up. SQS counts within a minute, and roughly. */
export const listDeadLetters = command({}, () =>
  Promise.all(
    deadLetterQueues().map(async ({ name: queue, url }) => {
      return { queue, messages: await countMessages(url) };
    }),
  ),
);

/** Those that somebody is looking at included. */
async function countMessages(QueueUrl: string): Promise<number> {
  const AttributeNames = [
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
  ] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
}
