import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { OwnedKey } from "../../shared/lists/listedKind.ts";
import { describeError, log } from "../../shared/log.ts";
import { removeDependentsOfBusiness, removeDependentsOfWebsite } from "./removeDependents.ts";

/**
 * Removes what depends on a deleted business or website. It is called with the table's stream,
 * may see a deletion twice, and gives back the first record it failed on: Lambda then calls it
 * again with that record and those after it.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    try {
      await removeDependents(record);
    } catch (error) {
      log("error", "clean-up failed and will be tried again", describeError(error));
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? "" }] };
    }
  }
  return { batchItemFailures: [] };
}

async function removeDependents({ eventName, dynamodb }: DynamoDBRecord) {
  const image = dynamodb?.OldImage;
  const deleted = { reseller_uuid: image?.["reseller_uuid"]?.S, uuid: image?.["uuid"]?.S };
  if (eventName !== "REMOVE" || !isComplete(deleted)) return;
  const entity = image?.["__edb_e__"]?.S;
  if (entity === "business") await removeDependentsOfBusiness(deleted);
  if (entity === "website") await removeDependentsOfWebsite(deleted);
}

function isComplete(deleted: Partial<OwnedKey>): deleted is OwnedKey {
  return deleted.reseller_uuid !== undefined && deleted.uuid !== undefined;
}
