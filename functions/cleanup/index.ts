import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { describeError, log } from "../../shared/log.ts";
import type { Deleted } from "./deleted.ts";
import { removeBelowBusiness } from "./removeBelowBusiness.ts";
import { removeBelowWebsite } from "./removeBelowWebsite.ts";

/**
 * Removes what hangs below a deleted business or website. It is called with the table's stream,
 * may see a deletion twice, and gives back the first record it failed on: Lambda then calls it
 * again with that record and those after it.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    try {
      await removeBelow(record);
    } catch (error) {
      log("error", "clean-up failed and will be tried again", describeError(error));
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? "" }] };
    }
  }
  return { batchItemFailures: [] };
}

async function removeBelow({ eventName, dynamodb }: DynamoDBRecord) {
  const image = dynamodb?.OldImage;
  const deleted = { reseller_uuid: image?.["reseller_uuid"]?.S, uuid: image?.["uuid"]?.S };
  if (eventName !== "REMOVE" || !isComplete(deleted)) return;
  const entity = image?.["__edb_e__"]?.S;
  if (entity === "business") await removeBelowBusiness(deleted);
  if (entity === "website") await removeBelowWebsite(deleted);
}

function isComplete(deleted: Partial<Deleted>): deleted is Deleted {
  return deleted.reseller_uuid !== undefined && deleted.uuid !== undefined;
}
