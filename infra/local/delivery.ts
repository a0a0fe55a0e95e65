import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import type { StreamConsumer } from "./service.ts";
import { sequenceNumberOf } from "./streamRecord.ts";

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

export interface DeliveryOptions {
  consumer: StreamConsumer;
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Called with each record that is done with, before the next is tried. */
  done(record: DynamoDBRecord): void;
  signal: AbortSignal;
}

/**
 * Hands records to a consumer, in order, until each is done with. After a failure the batch is
 * halved, so that one bad record ends up alone; that one is given up after the consumer's last
 * retry, with a line on stderr. Stops early when the signal says so.
 */
export async function deliver(records: DynamoDBRecord[], options: DeliveryOptions) {
  const { consumer, done, signal } = options;
  let rest = records;
  let size = consumer.batchSize;
  let failures = 0;
  while (rest.length > 0 && !signal.aborted) {
    const batch = rest.slice(0, size);
    let finished = await tryBatch(batch, options);
    if (finished === batch.length) {
      size = consumer.batchSize;
      failures = 0;
    } else {
      failures = finished > 0 ? 1 : failures + 1;
      size = Math.ceil(batch.length / 2);
      if (batch.length === 1 && failures > (consumer.maximumRetries ?? Number.POSITIVE_INFINITY)) {
        console.error(`${consumer.functionName} gives up on a record:`, JSON.stringify(batch[0]));
        finished = 1;
        size = consumer.batchSize;
        failures = 0;
      } else {
        await pause(failures, signal);
      }
    }
    const last = rest[finished - 1];
    if (last) done(last);
    rest = rest.slice(finished);
  }
}

/** Calls the function; resolves with how many of the records, from the first, are done with. */
async function tryBatch(batch: DynamoDBRecord[], { consumer, invoke }: DeliveryOptions) {
  let response: unknown;
  try {
    response = await invoke(consumer.functionName, { Records: batch });
  } catch (error) {
    console.error(`${consumer.functionName} failed:`, error);
    return 0;
  }
  if (!consumer.reportsFailures) return batch.length;
  const { batchItemFailures = [] } = (response ?? {}) as Partial<DynamoDBBatchResponse>;
  if (batchItemFailures.length === 0) return batch.length;
  const numbers = batch.map(sequenceNumberOf);
  // The first failure counts; an identifier that names no record fails the whole batch.
  const places = batchItemFailures.map(({ itemIdentifier }) => numbers.indexOf(itemIdentifier));
  return Math.max(0, Math.min(...places));
}

async function pause(failures: number, signal: AbortSignal) {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  await sleep(delay, undefined, { signal }).catch(() => {});
}
