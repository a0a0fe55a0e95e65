import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { requireEnv } from "../../shared/env.ts";
import { describeError, log } from "../../shared/log.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import { forgetChecks, startChecks } from "./websiteChecks.ts";

/**
 * What follows from a change of the table: a website that was added, or got another host name, is
 * checked; one that is gone is not any more; a competitor is read. Called with the table's stream,
 * it may see a change twice, and gives back the first record it failed on.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    try {
      await follow(record);
    } catch (error) {
      log("error", "a change was not followed and will be tried again", describeError(error));
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? "" }] };
    }
  }
  return { batchItemFailures: [] };
}

/** The attributes of an image that matter here; all of them are strings. */
function read(image: NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"]) {
  const string = (name: string) => image?.[name]?.S ?? "";
  return {
    entity: string("__edb_e__"),
    reseller_uuid: string("reseller_uuid"),
    business_uuid: string("business_uuid"),
    uuid: string("uuid"),
    hostname: string("hostname"),
  };
}

async function follow({ dynamodb }: DynamoDBRecord) {
  const before = read(dynamodb?.OldImage);
  const after = read(dynamodb?.NewImage);
  if (before.entity === "website" && !after.entity) return await forgetChecks(before);
  if (before.hostname === after.hostname) return;
  if (after.entity === "website") await startChecks(after);
  if (after.entity === "competitor") await requestCompetitorReading(after);
}

/** Has the site of a competitor read, by `functions/competitorReader`. */
async function requestCompetitorReading(competitor: { reseller_uuid: string; uuid: string }) {
  const { reseller_uuid, uuid } = competitor;
  const message = { reseller_uuid, competitor_uuid: uuid };
  await sendMessages(requireEnv("COMPETITOR_QUEUE_URL"), [message], () => reseller_uuid);
}
