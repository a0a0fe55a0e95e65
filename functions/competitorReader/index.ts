import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { describeError, log } from "../../shared/log.ts";
import { readCompetitor } from "./readCompetitor.ts";

const message = z.object({ reseller_uuid: z.uuid(), competitor_uuid: z.uuid() });

/**
 * Reads the sites of the competitors that the queue names and fills what their clients have not
 * set. A message may come twice, late, or for a competitor that is gone. One that fails is given
 * back on its own, and the queue tries it again until it counts as dead.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failures = await Promise.all(Records.map(findFailure));
  return { batchItemFailures: failures.flat() };
}

async function findFailure({ body, messageId }: SQSRecord) {
  try {
    const { reseller_uuid, competitor_uuid } = message.parse(JSON.parse(body));
    await readCompetitor({ reseller_uuid, uuid: competitor_uuid });
    return [];
  } catch (error) {
    log("warn", "reading a competitor's site failed and will be tried again", {
      messageId,
      ...describeError(error),
    });
    return [{ itemIdentifier: messageId }];
  }
}
