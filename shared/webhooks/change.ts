import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";

/** A change of a reseller's record, read from the table's stream. */
export interface Change {
  /** The name of the record's entity, such as `website`. */
  entity: string;
  reseller_uuid: string;
  uuid: string;
  /** The record before the change; undefined for a new record. */
  before: unknown;
  /** The record after the change; undefined for a deleted record. */
  after: unknown;
  /** The id of the stream's record, for log lines. */
  event_id?: string | undefined;
  /** Orders the changes of a record, and is the same when a change comes twice. */
  sequence_number: string;
  /** When the change was made, to the second. */
  at: Date;
}

type Image = { [attribute: string]: AttributeValue };

/** Reads a change from a record of the stream; throws if the record is malformed. */
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
    sequence_number: dynamodb?.SequenceNumber ?? "",
    before,
    after,
    at: seconds === undefined ? new Date() : new Date(seconds * 1000),
  };
}

/** The attributes of a record. Lambda encodes bytes in base64. */
function readImage(image: Image) {
  const attributes = Object.entries(image).map(([name, value]) => [
    name,
    value.B === undefined ? value : { B: Buffer.from(value.B, "base64") },
  ]);
  return unmarshall(Object.fromEntries(attributes));
}

/** The record before and after a change, with the type of its entity. */
export function imagesOf<Stored>({ before, after }: Change) {
  return { before: before as Stored | undefined, after: after as Stored | undefined };
}
