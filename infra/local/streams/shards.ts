import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SignatureV4 } from "@smithy/signature-v4";
import type { DynamoDBRecord } from "aws-lambda";

const TARGET = "DynamoDBStreams_20120810";

interface Shard {
  ShardId: string;
  ParentShardId?: string;
}

/** An action of DynamoDB Streams. */
type CallStreams = <Output>(action: string, input: object) => Promise<Output>;

/**
 * Calls DynamoDB Streams at an endpoint, in its JSON protocol: its records are already those that Lambda passes to a
 * function. The SDK would decode each, only for it to be encoded again.
 */
export function streamsAt(endpoint: string): CallStreams {
  // On AWS, streams have a host of their own.
  const url = new URL(endpoint.replace("//dynamodb.", "//streams.dynamodb."));
  const { region, credentials, sha256 } = new DynamoDBClient().config;
  const signer = new SignatureV4({ region, credentials, sha256, service: "dynamodb" });
  return async (action, input) => {
    const body = JSON.stringify(input);
    const { headers } = await signer.sign({
      ...{ method: "POST", protocol: url.protocol, hostname: url.hostname, path: "/", body },
      headers: {
        host: url.host,
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `${TARGET}.${action}`,
      },
    });
    const response = await fetch(url, { method: "POST", headers, body });
    if (response.ok) return JSON.parse(await response.text());
    throw new Error(`${action}: ${await response.text()}`);
  };
}

/** Reads a stream shard by shard, a parent to its end before its children, as Lambda does. */
export class ShardReader {
  readonly #call: CallStreams;
  readonly #streamArn: string;
  readonly #position: (shard: string) => string | undefined;
  readonly #iterators = new Map<string, string>();
  readonly #finished = new Set<string>();
  #shards: Shard[] | undefined;

  /** `position` returns the sequence number after which to read a shard; undefined for its beginning. */
  constructor(
    call: CallStreams,
    streamArn: string,
    position: (shard: string) => string | undefined,
  ) {
    this.#call = call;
    this.#streamArn = streamArn;
    this.#position = position;
  }

  /** The shards that can be read now. */
  async open(): Promise<string[]> {
    this.#shards ??= await this.#describe();
    const ids = this.#shards.map((shard) => shard.ShardId);
    const unread = ids.filter((id) => !this.#finished.has(id));
    const open = this.#shards.filter(
      ({ ShardId, ParentShardId = "" }) =>
        unread.includes(ShardId) && !unread.includes(ParentShardId),
    );
    // A stream without an open shard is about to get one.
    if (open.length === 0) this.#shards = undefined;
    return open.map(({ ShardId }) => ShardId);
  }

  /** The next records of a shard; `advance` says that they are done with. */
  async read(shard: string): Promise<{ records: DynamoDBRecord[]; advance(): void }> {
    const iterator = this.#iterators.get(shard) ?? (await this.#createIterator(shard));
    // Dropped until the records are done with, so that after an error reading continues from the
    // checkpoint.
    this.#iterators.delete(shard);
    const { Records, NextShardIterator } = await this.#call<{
      Records: DynamoDBRecord[];
      NextShardIterator?: string;
    }>("GetRecords", { ShardIterator: iterator });
    return {
      records: Records.map((record) => ({ ...record, eventSourceARN: this.#streamArn })),
      advance: () => {
        if (NextShardIterator) this.#iterators.set(shard, NextShardIterator);
        else this.#finish(shard);
      },
    };
  }

  #finish(shard: string) {
    this.#finished.add(shard);
    this.#shards = undefined;
  }

  async #createIterator(shard: string): Promise<string> {
    const after = this.#position(shard);
    const get = async (place: object) => {
      const input = { StreamArn: this.#streamArn, ShardId: shard, ...place };
      const output = await this.#call<{ ShardIterator: string }>("GetShardIterator", input);
      return output.ShardIterator;
    };
    const fromStart = { ShardIteratorType: "TRIM_HORIZON" };
    if (after === undefined) return await get(fromStart);
    const place = { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after };
    return await get(place).catch((error: Error) => {
      // Records after the checkpoint expired after a day: read those that are left.
      if (!error.message.includes("TrimmedDataAccessException")) throw error;
      return get(fromStart);
    });
  }

  async #describe(): Promise<Shard[]> {
    const shards: Shard[] = [];
    let ExclusiveStartShardId: string | undefined;
    do {
      const { StreamDescription } = await this.#call<{
        StreamDescription: { Shards: Shard[]; LastEvaluatedShardId?: string };
      }>("DescribeStream", { StreamArn: this.#streamArn, ExclusiveStartShardId });
      shards.push(...StreamDescription.Shards);
      ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId;
    } while (ExclusiveStartShardId);
    return shards;
  }
}

/** The record's place in its shard. */
export function sequenceNumberOf(record: DynamoDBRecord): string {
  const number = record.dynamodb?.SequenceNumber;
  if (number === undefined) throw new Error(`Stream record ${record.eventID} has no number`);
  return number;
}
