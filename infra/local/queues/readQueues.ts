import { referencesIn, resourcesOf, type Template } from "../template.ts";
import type { QueueConsumer } from "./consumers.ts";

const DEFAULT_VISIBILITY_SECONDS = 30;
const DEFAULT_BATCH_SIZE = 10;
const DEFAULT_CONCURRENCY = 5;

interface MappingProperties {
  EventSourceArn?: unknown;
  FunctionName?: unknown;
  BatchSize?: number;
  ScalingConfig?: { MaximumConcurrency?: number };
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
    if (queue === undefined || !properties) return [];
    const { VisibilityTimeout = DEFAULT_VISIBILITY_SECONDS, RedrivePolicy } = properties;
    const [deadLetters] = referencesIn(RedrivePolicy?.deadLetterTargetArn);
    return {
      queue,
      functionName: functionName(mapping.FunctionName),
      batchSize: mapping.BatchSize ?? DEFAULT_BATCH_SIZE,
      maximumConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
      visibilityMs: VisibilityTimeout * 1000,
      ...(RedrivePolicy && deadLetters !== undefined
        ? { deadLetters: { queue: deadLetters, maximumReceives: RedrivePolicy.maxReceiveCount } }
        : {}),
    };
  });
}
