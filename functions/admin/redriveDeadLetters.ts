import {
  GetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
  UnsupportedOperation,
} from "@aws-sdk/client-sqs";
import { command, WrongInput } from "./command.ts";
import { deadLetterQueue, sqs } from "./deadLetterQueue.ts";

/**
 * Sends all that a worker has given up back to its queue, where it is tried as often as new messages
 * are. SQS does it, in its own time.
 */
export const redriveDeadLetters = command(
  { queue: deadLetterQueue },
  async ({ queue: { name, url } }) => {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"],
      }),
    );
    try {
      await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes.QueueArn }));
    } catch (error) {
      if (!(error instanceof UnsupportedOperation)) throw error;
      throw new WrongInput(`The dead letters of ${name} are being sent back already.`);
    }
    return { queue: name, messages: Number(Attributes.ApproximateNumberOfMessages) };
  },
);
