import { marshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { messagesAbout } from "./messages.ts";

interface Stored {
  reseller_uuid: string;
  [attribute: string]: unknown;
}

/** The part of an ElectroDB entity that makes the stored item. */
interface Entity {
  put(record: object): { params(): unknown };
}

let numbers = 0;

/** The change in the table's stream for a record of this entity. */
export function changeOf(
  entity: Entity,
  { before, after, at = new Date() }: { before?: object; after?: object; at?: Date },
): DynamoDBRecord {
  const image = (record: object) => {
    const { Item } = entity.put(record).params() as { Item: Stored };
    return marshall(Item, { removeUndefinedValues: true });
  };
  return recordOf({ before: before && image(before), after: after && image(after), at });
}

interface Images {
  before: object | undefined;
  after: object | undefined;
  at?: Date;
}

/** The record of the table's stream for a change of a stored item. */
export function recordOf({ before, after, at = new Date() }: Images): DynamoDBRecord {
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
      ...(before && { OldImage: asLambdaBrings(before) }),
      ...(after && { NewImage: asLambdaBrings(after) }),
    },
  };
}

/** As JSON, in which bytes are base64. */
function asLambdaBrings(image: object): Record<string, AttributeValue> {
  return JSON.parse(
    JSON.stringify(image, (_, value) =>
      value?.B instanceof Uint8Array ? { B: Buffer.from(value.B).toString("base64") } : value,
    ),
  );
}

/** A reseller's changes in the dispatcher's own queue, each with the part that failed. */
export function putAside(reseller_uuid: string) {
  return messagesAbout("CHANGES_QUEUE_URL", reseller_uuid) as {
    record: DynamoDBRecord;
    part?: string;
  }[];
}
