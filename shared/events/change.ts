import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";

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

type Image = Parameters<typeof unmarshall>[0];

/** The change that a record of the stream tells of; throws when it can't be read. */
export function readChange({ dynamodb, eventID: event_id }: DynamoDBRecord): Change {
  const before = dynamodb?.OldImage && unmarshall(dynamodb.OldImage as Image);
  const after = dynamodb?.NewImage && unmarshall(dynamodb.NewImage as Image);
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

/** Both images of a change of this kind of record. */
export function imagesOf<Stored>({ before, after }: Change) {
  return { before: before as Stored | undefined, after: after as Stored | undefined };
}
