import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Checkpoints } from "./checkpoints.ts";
import { compileFilter, deliver, type StreamConsumer } from "./delivery.ts";
import { ShardReader, sequenceNumberOf, streamsAt } from "./shards.ts";

const POLL_MS = 250;
/** How often the stream is read even if the database's file has not changed. */
const LONGEST_POLL_MS = 2000;
const AFTER_ERROR_MS = 2000;

interface StreamsOptions {
  dataDir: string;
  /** Of the database that has the stream. */
  endpoint: string;
  /** Undefined for a table without a stream. */
  streamArn: string | undefined;
  consumers: StreamConsumer[];
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Reports a failure that will be retried. */
  report(what: string, error: unknown): void;
}

/**
 * Feeds the table's stream to its consumers, each from its own checkpoint in DATA_DIR: at least once,
 * over restarts and kills. The returned function stops and waits for running batches.
 */
export function startStreams(options: StreamsOptions) {
  const { dataDir, endpoint, streamArn = "", consumers, invoke, report } = options;
  if (!streamArn) return async () => {};
  const stop = new AbortController();
  const { signal } = stop;
  // A look at the file takes a hundredth of the time of a request.
  const log = join(dataDir, "dynamodb.sqlite-wal");
  const call = streamsAt(endpoint);
  const checkpoints = new Checkpoints(dataDir);
  const nameOf = ({ functionName }: StreamConsumer) => `${functionName} ${streamArn}`;
  checkpoints.keepOnly(consumers.map(nameOf));

  async function consume(consumer: StreamConsumer) {
    const name = nameOf(consumer);
    const filters = consumer.patterns.map(compileFilter);
    const wanted = (record: unknown) => filters.length === 0 || filters.some((f) => f(record));
    const reader = new ShardReader(call, streamArn, (shard) => checkpoints.get(name, shard));

    async function readOnce(shard: string): Promise<number> {
      const { records, advance } = await reader.read(shard);
      const done = (record: (typeof records)[number]) =>
        checkpoints.set(name, shard, sequenceNumberOf(record));
      await deliver(records.filter(wanted), { consumer, invoke, report, done, signal });
      if (signal.aborted) return 0;
      const last = records.at(-1);
      if (last) done(last);
      advance();
      return records.length;
    }

    while (!signal.aborted) {
      try {
        let read = 0;
        const before = changed();
        for (const shard of await reader.open()) read += await readOnce(shard);
        if (read === 0) await untilWritten(before);
      } catch (error) {
        if (signal.aborted) return;
        report(`Reading the stream for ${consumer.functionName}`, error);
        await sleep(AFTER_ERROR_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** The time of the last write; undefined where the database is elsewhere. */
  const changed = () => statSync(log, { bigint: true, throwIfNoEntry: false })?.mtimeNs;

  async function untilWritten(before: bigint | undefined) {
    let waitedMs = 0;
    do {
      await sleep(POLL_MS, undefined, { signal });
      waitedMs += POLL_MS;
    } while (waitedMs < LONGEST_POLL_MS && before !== undefined && changed() === before);
  }

  const running = consumers.map(consume);
  return async () => {
    stop.abort();
    await Promise.all(running);
  };
}
