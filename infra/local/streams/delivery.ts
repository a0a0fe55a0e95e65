import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { Problem } from "../../cli/terminal.ts";
import { sequenceNumberOf } from "./shards.ts";

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/** A function that the table's stream feeds: an event source mapping of the stack. */
export interface StreamConsumer {
  functionName: string;
  batchSize: number;
  /** Attempts after the first; undefined: without end, as Lambda does by default. */
  maximumRetries: number | undefined;
  reportsFailures: boolean;
  patterns: string[];
}

interface DeliveryOptions {
  consumer: StreamConsumer;
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Reports a failure that will be retried. */
  report(what: string, error: unknown): void;
  /** Called with each record that is done with, before the next is tried. */
  done(record: DynamoDBRecord): void;
  signal: AbortSignal;
}

/**
 * Passes records to a consumer, in order, until each is done with. After a failure the batch is halved,
 * so that one bad record ends up alone; that one is given up after the consumer's last retry, with a
 * line on stderr. Stops early on the signal.
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
async function tryBatch(batch: DynamoDBRecord[], { consumer, invoke, report }: DeliveryOptions) {
  let response: unknown;
  try {
    response = await invoke(consumer.functionName, { Records: batch });
  } catch (error) {
    report(consumer.functionName, error);
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

type Test = (value: unknown) => boolean;

/**
 * Compiles one pattern of an event source mapping's filter criteria. Covers equality; throws on any other
 * operator rather than letting pass what Lambda would not.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 */
export function compileFilter(pattern: string): Test {
  return compile(JSON.parse(pattern));
}

function compile(pattern: unknown): Test {
  if (Array.isArray(pattern)) {
    const operator = pattern.find(isObject);
    if (operator === undefined) return (value) => pattern.includes(value);
    throw new Problem(
      `The filter operator ${JSON.stringify(operator)} is not supported on this machine`,
    );
  }
  if (!isObject(pattern)) throw new Problem(`Filter pattern not understood: ${pattern}`);
  const fields = Object.entries(pattern).map(([name, inner]) => [name, compile(inner)] as const);
  return (value) => fields.every(([name, test]) => test(isObject(value) ? value[name] : undefined));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
