import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";

/** A change of a record of a reseller, as the table's stream tells of it. */
export interface Change {
  /** ElectroDB's name of the kind of record: `website`. */
  entity: string;
  reseller_uuid: string;
  uuid: string;
  /** The record as it was; undefined where it is new. */
  before: unknown;
  /** The record as it is now; undefined where it is gone. */
  after: unknown;
  /** The stream's id of its record, which the log lines about it have. */
  event_id?: string | undefined;
  /** When the change was made, to the second. */
  at: Date;
}

type Image = { [attribute: string]: AttributeValue };

/** The change that a record of the stream tells of; throws when it can't be read. */
export function readChange({ dynamodb, eventID: event_id }: DynamoDBRecord): Change {
  const before = dynamodb?.OldImage && readImage(dynamodb.OldImage);
  const after = dynamodb?.NewImage && readImage(dynamodb.NewImage);
  const { __edb_e__: entity, reseller_uuid, uuid } = after ?? before ?? {};
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return {
    entity: String(entity),
    reseller_uuid: String(reseller_uuid),
    uuid: String(uuid),
    event_id,
    before,
    after,
    at: seconds === undefined ? new Date() : new Date(seconds * 1000),
  };
}

/** The attributes of a record. Lambda brings those that are bytes in base64, as JSON has none. */
function readImage(image: Image) {
  const attributes = Object.entries(image).map(([name, value]) => [
    name,
    value.B === undefined ? value : { B: Buffer.from(value.B, "base64") },
  ]);
  return unmarshall(Object.fromEntries(attributes));
}

/** Both images of a change of this kind of record. */
export function imagesOf<Stored>({ before, after }: Change) {
  return { before: before as Stored | undefined, after: after as Stored | undefined };
}
