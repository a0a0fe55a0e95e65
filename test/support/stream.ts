import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { messagesAbout } from "./messages.ts";

interface Stored {
  reseller_uuid: string;
  [attribute: string]: unknown;
}

/** The part of an ElectroDB entity that knows how a record is stored. */
interface Entity {
  put(record: never): { params(): unknown };
}

let numbers = 0;

/** A record of the table's stream: of the change of a stored record of this entity. */
export function changeOf(
  entity: Entity,
  { before, after, at = new Date() }: { before?: object; after?: object; at?: Date },
): DynamoDBRecord {
  const image = (record: object) => {
    const { Item } = entity.put(record as never).params() as { Item: Stored };
    return marshall(Item, { removeUndefinedValues: true }) as never;
  };
  numbers += 1;
  return {
    eventID: String(numbers),
    eventName: !before ? "INSERT" : after ? "MODIFY" : "REMOVE",
    eventVersion: "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: "eu-west-1",
    dynamodb: {
      SequenceNumber: String(numbers),
      StreamViewType: "NEW_AND_OLD_IMAGES",
      // The stream rounds it down.
      ApproximateCreationDateTime: Math.floor(at.getTime() / 1000),
      ...(before && { OldImage: image(before) }),
      ...(after && { NewImage: image(after) }),
    },
  };
}

/** The records that the dispatcher has put aside, of a reseller, each with the parts that failed. */
export function putAside(reseller_uuid: string) {
  return messagesAbout("CHANGES_QUEUE_URL", reseller_uuid) as {
    record: DynamoDBRecord;
    parts: string[];
  }[];
}
