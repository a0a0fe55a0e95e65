import type { _Record as StreamRecord } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";

/** A record of the stream in the shape in which Lambda hands it to a function. */
export function toLambdaRecord(record: StreamRecord, streamArn: string): DynamoDBRecord {
  const { userIdentity, ...rest } = record;
  return {
    ...(asJson(rest) as DynamoDBRecord),
    eventSourceARN: streamArn,
    ...(userIdentity && {
      userIdentity: { principalId: userIdentity.PrincipalId, type: userIdentity.Type },
    }),
  };
}

/** The record's place in its shard. */
export function sequenceNumberOf(record: DynamoDBRecord): string {
  const number = record.dynamodb?.SequenceNumber;
  if (number === undefined) throw new Error(`Stream record ${record.eventID} has no number`);
  return number;
}

// The SDK decodes what JSON carries as base64 text and as seconds.
function asJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Date) return value.getTime() / 1000;
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]));
}
