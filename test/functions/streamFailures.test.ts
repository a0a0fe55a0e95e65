import type { DynamoDBRecord } from "aws-lambda";
import { expect, onTestFinished, test } from "vitest";
import { handler as changes } from "../../functions/changes/index.ts";
import { handler as cleanup } from "../../functions/cleanup/index.ts";
import { newUuid } from "../../shared/uuid.ts";
import { interceptRequests } from "../support/interceptRequests.ts";

/** A website that was deleted: both consumers of the stream have to remove something of it. */
function deletion(SequenceNumber?: string): DynamoDBRecord {
  const OldImage = {
    __edb_e__: { S: "website" },
    reseller_uuid: { S: newUuid() },
    business_uuid: { S: newUuid() },
    uuid: { S: newUuid() },
    hostname: { S: "example.com" },
  };
  return { eventName: "REMOVE", dynamodb: { OldImage, ...(SequenceNumber && { SequenceNumber }) } };
}

/** Has every request to the table fail but the first ones, and counts all. */
function failAfter(requests: number) {
  const seen = { requests: 0 };
  const end = interceptRequests(() => {
    seen.requests += 1;
    if (seen.requests > requests) throw new Error("DynamoDB is away");
  });
  onTestFinished(end);
  return seen;
}

test.each([
  ["changes", changes],
  ["cleanup", cleanup],
])("%s gives back the record that it failed on, and leaves those after it", async (_, handler) => {
  const seen = failAfter(1);
  const Records = ["1", "2", "3"].map((number) => deletion(number));
  expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "2" }] });
  expect(seen.requests).toBe(2);
});

test.each([
  ["changes", changes],
  ["cleanup", cleanup],
])(
  "%s gives back the whole batch when the record has no number, as Lambda reads an empty one",
  async (_, handler) => {
    failAfter(0);
    const Records = [deletion()];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "" }] });
  },
);
