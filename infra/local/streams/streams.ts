import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { readCheckpoints, writeCheckpoints } from "./checkpoints.ts";

const POLL_MS = 250;
const AFTER_ERROR_MS = 1000;
/** A DynamoDB on this machine wants a signature, and checks none. */
const SIGNED = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
  "x-amz-date": "20260101T000000Z",
};

/** The function that the table's stream feeds: an event source mapping of the stack. */
export interface StreamConsumer {
  functionName: string;
  batchSize: number;
  /** Attempts after the first. */
  maximumRetries: number;
}

interface StreamOptions {
  dataDir: string;
  /** Of the database that has the stream. */
  endpoint: string;
  /** Undefined for a table without a stream. */
  streamArn: string | undefined;
  streamConsumer: StreamConsumer;
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Reports a failure that will be retried. */
  report(what: string, error: unknown): void;
}

interface Shard {
  ShardId: string;
  ParentShardId?: string;
}

/**
 * Feeds the table's stream to its consumer from the checkpoint in DATA_DIR: at least once, over restarts
 * and kills. All records are passed on: the consumer ignores those that the stack's filter holds back.
 * The returned function stops and waits for a running batch.
 */
export function startStream(options: StreamOptions) {
  const { dataDir, endpoint, streamArn, streamConsumer: consumer, invoke, report } = options;
  if (!streamArn) return async () => {};
  const stop = new AbortController();
  const { signal } = stop;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  const call = streamsAt(endpoint);
  const before = readCheckpoints(dataDir);
  const positions = before.streamArn === streamArn ? before.positions : {};
  /** Shards that were read to their end. */
  const finished = new Set<string>();

  /** Reads each shard once, a parent to its end before its children; returns the number of records. */
  async function readAll(): Promise<number> {
    const { StreamDescription } = await call<{ StreamDescription: { Shards: Shard[] } }>(
      "DescribeStream",
      { StreamArn: streamArn },
    );
    const unread = StreamDescription.Shards.filter(({ ShardId }) => !finished.has(ShardId));
    const ids = unread.map(({ ShardId }) => ShardId);
    const open = unread.filter(({ ParentShardId = "" }) => !ids.includes(ParentShardId));
    let count = 0;
    for (const { ShardId } of open) count += await readShard(ShardId);
    return count;
  }

  async function readShard(shard: string): Promise<number> {
    const { Records, NextShardIterator } = await call<{
      Records: DynamoDBRecord[];
      NextShardIterator?: string;
    }>("GetRecords", { ShardIterator: await iteratorAt(shard) });
    for (let at = 0; at < Records.length && !signal.aborted; at += consumer.batchSize)
      await deliver(shard, Records.slice(at, at + consumer.batchSize));
    if (!NextShardIterator && !signal.aborted) finished.add(shard);
    return Records.length;
  }

  async function iteratorAt(shard: string): Promise<string> {
    const get = async (place: object) => {
      const input = { StreamArn: streamArn, ShardId: shard, ...place };
      return (await call<{ ShardIterator: string }>("GetShardIterator", input)).ShardIterator;
    };
    const fromStart = { ShardIteratorType: "TRIM_HORIZON" };
    const SequenceNumber = positions[shard];
    if (SequenceNumber === undefined) return await get(fromStart);
    const place = { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber };
    return await get(place).catch((error: Error) => {
      // Records after the checkpoint expired after a day: read those that are left.
      if (!error.message.includes("TrimmedDataAccessException")) throw error;
      return get(fromStart);
    });
  }

  /** Passes a batch to the consumer until it is done with all of it, or has failed too often. */
  async function deliver(shard: string, batch: DynamoDBRecord[]) {
    const Records = batch.map((record) => ({ ...record, eventSourceARN: streamArn }));
    for (let failures = 0; !(await isDone({ Records })); failures += 1) {
      if (signal.aborted) return;
      if (failures === consumer.maximumRetries) {
        console.error(`${consumer.functionName} gives up on records:`, JSON.stringify(batch));
        break;
      }
      await pause(AFTER_ERROR_MS);
    }
    positions[shard] = batch.at(-1)?.dynamodb?.SequenceNumber ?? "";
    writeCheckpoints(dataDir, { streamArn, positions });
  }

  async function isDone(event: object): Promise<boolean> {
    try {
      const response = (await invoke(consumer.functionName, event)) as DynamoDBBatchResponse | null;
      return !response?.batchItemFailures?.length;
    } catch (error) {
      report(consumer.functionName, error);
      return false;
    }
  }

  /** The time of the database's last write. A look at the file takes a hundredth of the time of a request. */
  const writtenAt = () =>
    statSync(join(dataDir, "dynamodb.sqlite-wal"), { bigint: true, throwIfNoEntry: false })
      ?.mtimeNs;

  async function run() {
    let readUntil: bigint | undefined;
    while (!signal.aborted) {
      try {
        const latest = writtenAt();
        const isRead = latest !== undefined && latest === readUntil;
        if (!isRead && (await readAll()) > 0) continue;
        readUntil = latest;
        await pause(POLL_MS);
      } catch (error) {
        if (!signal.aborted) report("Reading the stream", error);
        await pause(AFTER_ERROR_MS);
      }
    }
  }

  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}

/**
 * Calls DynamoDB Streams at an endpoint, in its JSON protocol: its records are already those that Lambda passes to a
 * function. The SDK would decode each, only for it to be encoded again.
 */
function streamsAt(endpoint: string) {
  return async <Output>(action: string, input: object): Promise<Output> => {
    const headers = {
      ...SIGNED,
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDBStreams_20120810.${action}`,
    };
    const body = JSON.stringify(input);
    const response = await fetch(endpoint, { method: "POST", headers, body });
    if (response.ok) return JSON.parse(await response.text());
    throw new Error(`${action}: ${await response.text()}`);
  };
}
