import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../infra/local/database.ts";
import type { StreamConsumer } from "../../../infra/local/streams/delivery.ts";
import { startStreams } from "../../../infra/local/streams/streams.ts";
import { ensureTable } from "../../../infra/local/table.ts";
import { TABLE_NAME as TableName } from "../../../infra/local/template.ts";
import { eventually, makeDirectory, report } from "./support.ts";

const consumer: StreamConsumer = {
  functionName: "cleanup",
  batchSize: 10,
  maximumRetries: undefined,
  reportsFailures: true,
  patterns: ['{"eventName":["REMOVE"],"dynamodb":{"OldImage":{"kind":{"S":["a"]}}}}'],
};

beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  return () => vi.unstubAllEnvs();
});

/** A database with the table in it, and what happens to its records. */
async function openTable(dataDir: string) {
  const database = await openDatabase(dataDir);
  const { endpoint } = database;
  const client = new DynamoDBClient({ endpoint });
  const { streamArn } = await ensureTable(client, {
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
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
    async putAndDelete(pk: string, kind = "a") {
      const bytes = { B: new Uint8Array([1, 2, 3]) };
      const Item = { pk: { S: pk }, kind: { S: kind }, bytes };
      await client.send(new PutItemCommand({ TableName, Item }));
      await client.send(new DeleteItemCommand({ TableName, Key: { pk: { S: pk } } }));
    },
  };
}

/** Feeds the stream to a function that keeps what it gets, unless it is told to fail. */
function collect(
  dataDir: string,
  stream: Awaited<ReturnType<typeof openTable>>["stream"],
  { fail = (): boolean => false, functionName = consumer.functionName } = {},
) {
  const records: DynamoDBRecord[] = [];
  const stop = startStreams({
    dataDir,
    ...stream,
    consumers: [{ ...consumer, functionName }],
    report,
    invoke: async (_, event) => {
      if (fail()) throw new Error("not now");
      records.push(...(event as DynamoDBStreamEvent).Records);
      return {};
    },
  });
  onTestFinished(stop);
  const keys = () => records.map(({ dynamodb }) => dynamodb?.Keys?.["pk"]?.S).join();
  return { records, keys, stop };
}

test("a consumer gets the records its filter lets through, as Lambda hands them over", async () => {
  const dataDir = makeDirectory();
  const table = await openTable(dataDir);
  await table.putAndDelete("one", "b");
  await table.putAndDelete("two");
  const { records } = collect(dataDir, table.stream);
  await eventually(() => records[0]);
  expect(records).toEqual([
    {
      eventID: "4",
      eventName: "REMOVE",
      eventVersion: "1.1",
      eventSource: "aws:dynamodb",
      awsRegion: "dynoxide",
      eventSourceARN: table.stream.streamArn,
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { pk: { S: "two" } },
        OldImage: { pk: { S: "two" }, kind: { S: "a" }, bytes: { B: "AQID" } },
        SequenceNumber: "4",
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

test("how far a consumer came that the stack has no more is forgotten", async () => {
  const dataDir = makeDirectory();
  const table = await openTable(dataDir);
  const first = collect(dataDir, table.stream);
  await table.putAndDelete("one");
  await eventually(() => first.records[0]);
  await first.stop();

  const second = collect(dataDir, table.stream, { functionName: "changes" });
  await eventually(() => second.records[0]);
  await second.stop();
  const checkpoints = JSON.parse(readFileSync(join(dataDir, "streams.json"), "utf8"));
  expect(Object.keys(checkpoints)).toEqual([`changes ${table.stream.streamArn}`]);
});
