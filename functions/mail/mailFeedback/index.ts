import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { describeError, log } from "../../../shared/log.ts";
import { atDoor } from "../../../shared/queues/atDoor.ts";
import { perMessage } from "../../../shared/queues/perMessage.ts";
import { recordFeedback } from "./recordFeedback.ts";

/** What SES sends once, when the stack tells it where to send its events. */
const GREETING = "Successfully validated SNS topic";

/**
 * Takes in what became of mails that were sent: bounces and complaints end mail to their addresses.
 * A message may come twice; one that fails is given back on its own.
 */
export const handler = atDoor(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const failures = await perMessage(Records, findFailure);
  return { batchItemFailures: failures.flat() };
});

async function findFailure({ body, messageId }: SQSRecord) {
  try {
    if (!body.startsWith(GREETING)) await recordFeedback(JSON.parse(body));
    return [];
  } catch (error) {
    log(
      "error",
      "a bounce or complaint was not noted and will be tried again",
      describeError(error),
    );
    return [{ itemIdentifier: messageId }];
  }
}
