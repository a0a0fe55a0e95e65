import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";

/** Reads a stream shard by shard, a parent to its end before its children, as Lambda does. */
export class ShardReader {
  readonly #client: DynamoDBStreamsClient;
  readonly #streamArn: string;
  readonly #position: (shard: string) => string | undefined;
  readonly #iterators = new Map<string, string>();
  readonly #finished = new Set<string>();
  #shards: Shard[] | undefined;

  /** `position` returns the sequence number after which to read a shard; undefined for its beginning. */
  constructor(
    client: DynamoDBStreamsClient,
    streamArn: string,
    position: (shard: string) => string | undefined,
  ) {
    this.#client = client;
    this.#streamArn = streamArn;
    this.#position = position;
  }

  /** The shards that can be read now. */
  async open(): Promise<string[]> {
    this.#shards ??= await this.#describe();
    const ids = new Set(this.#shards.map((shard) => shard.ShardId));
    const open = this.#shards.filter(({ ShardId = "", ParentShardId = "" }) => {
      const waits = ids.has(ParentShardId) && !this.#finished.has(ParentShardId);
      return !waits && !this.#finished.has(ShardId);
    });
    // A stream without an open shard is about to get one.
    if (open.length === 0) this.#shards = undefined;
    return open.flatMap(({ ShardId }) => ShardId ?? []);
  }

  /** The next records of a shard; `advance` says that they are done with. */
  async read(shard: string): Promise<{ records: DynamoDBRecord[]; advance(): void }> {
    const iterator = this.#iterators.get(shard) ?? (await this.#createIterator(shard));
    // Dropped until the records are done with, so that after an error reading continues from the
    // checkpoint.
    this.#iterators.delete(shard);
    const page = await this.#client.send(new GetRecordsCommand({ ShardIterator: iterator }));
    return {
      records: (page.Records ?? []).map((record) => toLambdaRecord(record, this.#streamArn)),
      advance: () => {
        if (page.NextShardIterator) this.#iterators.set(shard, page.NextShardIterator);
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
    const place = { StreamArn: this.#streamArn, ShardId: shard };
    const fromStart = { ...place, ShardIteratorType: "TRIM_HORIZON" as const };
    const command = after
      ? { ...place, ShardIteratorType: "AFTER_SEQUENCE_NUMBER" as const, SequenceNumber: after }
      : fromStart;
    const { ShardIterator } = await this.#client
      .send(new GetShardIteratorCommand(command))
      .catch((error) => {
        // Records after the checkpoint expired after a day: read those that are left.
        if (error.name !== "TrimmedDataAccessException") throw error;
        return this.#client.send(new GetShardIteratorCommand(fromStart));
      });
    if (!ShardIterator) throw new Error(`The stream has no iterator for ${shard}`);
    return ShardIterator;
  }

  async #describe(): Promise<Shard[]> {
    const shards: Shard[] = [];
    let ExclusiveStartShardId: string | undefined;
    do {
      const { StreamDescription } = await this.#client.send(
        new DescribeStreamCommand({ StreamArn: this.#streamArn, ExclusiveStartShardId }),
      );
      shards.push(...(StreamDescription?.Shards ?? []));
      ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
    } while (ExclusiveStartShardId);
    return shards;
  }
}

/** A record of the stream in the shape in which Lambda passes it to a function. */
function toLambdaRecord(record: StreamRecord, streamArn: string): DynamoDBRecord {
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
