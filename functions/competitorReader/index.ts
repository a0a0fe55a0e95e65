import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { requireEnv } from "../../shared/env.ts";
import { addLogFields, describeError, log } from "../../shared/log.ts";
import { perMessage } from "../../shared/queues/perMessage.ts";
import { Unreadable } from "./openSite.ts";
import { HostnameChanged, readCompetitor } from "./readCompetitor.ts";
import { readFieldsInThread, type SiteReading } from "./readFields.ts";

/** Reads a site; throws TooExpensive where it takes too much. */
type ReadFields = (hostname: string) => Promise<SiteReading>;

const message = z.object({ reseller_uuid: z.uuid(), competitor_uuid: z.uuid() });

/** How often a site that can't be read is tried: as often as the queue delivers a message. */
const MAX_RECEIVES = Number(requireEnv("MAX_RECEIVES"));

/**
 * Reads the sites of the competitors that the queue names and fills what their clients have not
 * set. A message may come twice, late, or for a competitor that is gone. One that fails is given
 * back on its own, and the queue tries it again. That somebody's site can't be read in the end is
 * no failure of ours: the message is then done, and only what we fail at becomes a dead letter.
 */
export function competitorReaderHandler(read: ReadFields) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failures = await perMessage(Records, (record) => findFailure(record, read));
    return { batchItemFailures: failures.flat() };
  };
}

export const handler = competitorReaderHandler(readFieldsInThread);

async function findFailure({ body, messageId, attributes }: SQSRecord, read: ReadFields) {
  try {
    const { reseller_uuid, competitor_uuid } = message.parse(JSON.parse(body));
    addLogFields({ reseller_uuid, competitor_uuid });
    await readCompetitor({ reseller_uuid, uuid: competitor_uuid }, read);
    return [];
  } catch (error) {
    const isLast = Number(attributes.ApproximateReceiveCount) >= MAX_RECEIVES;
    if (isLast && (error instanceof Unreadable || error instanceof HostnameChanged)) {
      log("info", "a competitor's site can't be read", describeError(error));
      return [];
    }
    log("warn", "reading a competitor's site failed and will be tried again", describeError(error));
    return [{ itemIdentifier: messageId }];
  }
}
