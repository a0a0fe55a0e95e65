import { join } from "node:path";
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../infra/local/database.ts";
import { startStream } from "../../../infra/local/streams/streams.ts";
import { prepareTable } from "../../../infra/local/table.ts";
import { TABLE_NAME as TableName } from "../../../infra/local/template.ts";
import { eventually, makeDirectory, report } from "./support.ts";

const streamConsumer = { functionName: "changes", batchSize: 10, maximumRetries: 50 };

beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  return () => vi.unstubAllEnvs();
});

/** A database with the table in it, and what happens to its records. */
async function openTable(dataDir: string) {
  const database = await openDatabase(join(dataDir, "dynamodb.sqlite"));
  const { endpoint } = database;
  const client = new DynamoDBClient({ endpoint });
  const streamArn = await prepareTable(client, {
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    AttributeDefinitions: [
      { AttributeName: "pk", AttributeType: "S" },
      { AttributeName: "sk", AttributeType: "S" },
    ],
    StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
  });
  const close = async () => {
    client.destroy();
    await database.close();
  };
  onTestFinished(close);
  return {
    stream: { endpoint, streamArn },
    close,
    async putAndDelete(pk: string) {
      const bytes = { B: new Uint8Array([1, 2, 3]) };
      const Key = { pk: { S: pk }, sk: { S: "value" } };
      const Item = { ...Key, bytes };
      await client.send(new PutItemCommand({ TableName, Item }));
      await client.send(new DeleteItemCommand({ TableName, Key }));
    },
  };
}

/** Feeds the stream to a function that keeps the deletions it gets, unless it is told to fail. */
function collect(
  dataDir: string,
  stream: Awaited<ReturnType<typeof openTable>>["stream"],
  { fail = (): boolean => false, maximumRetries = 50 } = {},
) {
  const records: DynamoDBRecord[] = [];
  const stop = startStream({
    dataDir,
    ...stream,
    streamConsumer: { ...streamConsumer, maximumRetries },
    report,
    invoke: async (_, event) => {
      if (fail()) throw new Error("not now");
      const { Records } = event as DynamoDBStreamEvent;
      records.push(...Records.filter(({ eventName }) => eventName === "REMOVE"));
      return {};
    },
  });
  onTestFinished(stop);
  const keys = () => records.map(({ dynamodb }) => dynamodb?.Keys?.["pk"]?.S).join();
  return { records, keys, stop };
}

test("a consumer gets the records as Lambda hands them over", async () => {
  const dataDir = makeDirectory();
  const table = await openTable(dataDir);
  await table.putAndDelete("two");
  const { records } = collect(dataDir, table.stream);
  await eventually(() => records[0]);
  expect(records).toEqual([
    {
      eventID: "3",
      eventName: "REMOVE",
      eventVersion: "1.1",
      eventSource: "aws:dynamodb",
      awsRegion: "dynoxide",
      eventSourceARN: table.stream.streamArn,
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { pk: { S: "two" }, sk: { S: "value" } },
        OldImage: { pk: { S: "two" }, sk: { S: "value" }, bytes: { B: "AQID" } },
        SequenceNumber: "3",
        SizeBytes: expect.any(Number),
        StreamViewType: "NEW_AND_OLD_IMAGES",
      },
    },
  ]);
});

test("a consumer goes on where it was, over a restart of all", async () => {
  const dataDir = makeDirectory();
  const before = await openTable(dataDir);
  const first = collect(dataDir, before.stream);
  await before.putAndDelete("one");
  await eventually(() => first.records[0]);
  await first.stop();
  await before.putAndDelete("two");
  await before.close();

  const after = await openTable(dataDir);
  const second = collect(dataDir, after.stream);
  await after.putAndDelete("three");
  await eventually(() => second.records[1]);
  expect([first.keys(), second.keys()]).toEqual(["one", "two,three"]);
});

test("what a consumer failed on comes again, also after a restart", async () => {
  const dataDir = makeDirectory();
  const table = await openTable(dataDir);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const failing = vi.fn(() => true);
  const first = collect(dataDir, table.stream, { fail: failing });
  await table.putAndDelete("one");
  await eventually(() => failing.mock.calls[1]);
  await first.stop();

  let failures = 0;
  const second = collect(dataDir, table.stream, { fail: () => failures++ === 0 });
  await eventually(() => second.records[0]);
  expect(second.keys()).toBe("one");
});

test("records that fail too often are given up, and the next ones are passed on", async () => {
  const dataDir = makeDirectory();
  const table = await openTable(dataDir);
  vi.spyOn(console, "error").mockImplementation(() => {});
  let calls = 0;
  const { records } = collect(dataDir, table.stream, {
    fail: () => calls++ < 2,
    maximumRetries: 1,
  });
  await table.putAndDelete("one");
  await eventually(() => calls === 2);
  await table.putAndDelete("two");
  await eventually(() => records.some(({ dynamodb }) => dynamodb?.Keys?.["pk"]?.S === "two"));
  expect(console.error).toHaveBeenCalledWith(
    "changes gives up on records:",
    expect.stringContaining('"one"'),
  );
});
