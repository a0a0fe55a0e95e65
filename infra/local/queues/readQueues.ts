import { functionBehind, referencesIn, resourcesOf, type Template } from "../template.ts";
import type { QueueConsumer } from "./consumers.ts";

const DEFAULT_VISIBILITY_SECONDS = 30;
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_BATCH_SIZE = 10;
const DEFAULT_CONCURRENCY = 5;
/** Of a function's timeout: after that, whoever received a message is gone, and so is its claim. */
const TIME_TO_RETRY = 1.1;

interface MappingProperties {
  Enabled?: boolean;
  EventSourceArn?: unknown;
  FunctionName?: unknown;
  BatchSize?: number;
  ScalingConfig?: { MaximumConcurrency?: number };
  FunctionResponseTypes?: string[];
}

interface QueueProperties {
  VisibilityTimeout?: number;
  RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number };
}

/** The functions that the queues of a template feed. A queue goes by its logical id here. */
export function readQueueConsumers(
  template: Template,
  functionName: (value: unknown) => string,
): QueueConsumer[] {
  const queues = new Map<string, QueueProperties>(
    resourcesOf(template, "AWS::SQS::Queue").map(([id, { Properties = {} }]) => [id, Properties]),
  );
  return resourcesOf(template, "AWS::Lambda::EventSourceMapping").flatMap(([, { Properties }]) => {
    const mapping: MappingProperties = Properties;
    const [queue] = referencesIn(mapping.EventSourceArn);
    const properties = queue === undefined ? undefined : queues.get(queue);
    if (queue === undefined || !properties || mapping.Enabled === false) return [];
    const { RedrivePolicy } = properties;
    const [deadLetters] = referencesIn(RedrivePolicy?.deadLetterTargetArn);
    return {
      queue,
      functionName: functionName(mapping.FunctionName),
      batchSize: mapping.BatchSize ?? DEFAULT_BATCH_SIZE,
      maximumConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
      reportsFailures: mapping.FunctionResponseTypes?.includes("ReportBatchItemFailures") ?? false,
      visibilityMs: findVisibilityMs(properties, timeoutSeconds(template, mapping.FunctionName)),
      ...(RedrivePolicy && deadLetters !== undefined
        ? { deadLetters: { queue: deadLetters, maximumReceives: RedrivePolicy.maxReceiveCount } }
        : {}),
    };
  });
}

/**
 * As short as it can be: on AWS the stack has six timeouts, for Lambda's own retries, and nobody at
 * a laptop waits 90 minutes for an audit that failed.
 */
function findVisibilityMs(
  { VisibilityTimeout = DEFAULT_VISIBILITY_SECONDS }: QueueProperties,
  timeout: number,
) {
  return Math.round(Math.min(VisibilityTimeout, timeout * TIME_TO_RETRY) * 1000);
}

function timeoutSeconds(template: Template, functionName: unknown): number {
  const { Timeout } = template.Resources[functionBehind(template, functionName)]?.Properties ?? {};
  return typeof Timeout === "number" ? Timeout : DEFAULT_TIMEOUT_SECONDS;
}
