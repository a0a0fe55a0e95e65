import type {
  AttributeDefinition,
  GlobalSecondaryIndex,
  KeySchemaElement,
} from "@aws-sdk/client-dynamodb";
import { Problem } from "../cli/terminal.ts";
import type { StreamConsumer } from "./streams/delivery.ts";

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/** The part of a CloudFormation template that is read here. */
export interface Template {
  Resources: Record<string, Resource>;
}

/** The template's resources of one type, with their logical ids. */
export function resourcesOf(template: Template, ...types: string[]) {
  return Object.entries(template.Resources).filter(([, { Type }]) => types.includes(Type));
}

/** The logical ids that a value refers to: `Ref`, `Fn::GetAtt`, and those within `Fn::Join` and such. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "Ref" && typeof inner === "string") return [inner];
    if (key === "Fn::GetAtt" && Array.isArray(inner)) return [String(inner[0])];
    return referencesIn(inner);
  });
}

/**
 * The logical id of the Lambda function that a target, an ARN or a name in the template leads to,
 * through integrations, aliases and versions.
 */
export function functionBehind(template: Template, value: unknown): string {
  for (const id of referencesIn(value)) {
    const resource = template.Resources[id];
    if (resource?.Type === "AWS::Lambda::Function") return id;
    const further = resource && LEADS_ON[resource.Type];
    if (further) return functionBehind(template, resource.Properties[further]);
  }
  throw new Problem(`No function of the stack is behind ${JSON.stringify(value)}`);
}

const LEADS_ON: Record<string, string> = {
  "AWS::ApiGatewayV2::Integration": "IntegrationUri",
  "AWS::Lambda::Alias": "FunctionName",
  "AWS::Lambda::Version": "FunctionName",
};

/** The table's name on this machine; on AWS CloudFormation makes one up. */
export const TABLE_NAME = "reseller-monitoring";

/** The table's properties as CloudFormation and CreateTable both spell them. */
export interface TableDescription {
  KeySchema: KeySchemaElement[];
  AttributeDefinitions: AttributeDefinition[];
  GlobalSecondaryIndexes?: GlobalSecondaryIndex[];
  StreamSpecification?: { StreamViewType?: "NEW_AND_OLD_IMAGES" };
}

/** The one table of a template, and its logical id. */
export function readTable(template: Template): TableDescription & { id: string } {
  const [table, ...more] = resourcesOf(
    template,
    "AWS::DynamoDB::GlobalTable",
    "AWS::DynamoDB::Table",
  );
  if (!table || more.length > 0) throw new Problem("The stack must have exactly one table");
  const [id, { Properties }] = table;
  return { ...(Properties as unknown as TableDescription), id };
}

const DEFAULT_VISIBILITY_SECONDS = 30;
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_STREAM_BATCH = 100;
const DEFAULT_QUEUE_BATCH = 10;
const DEFAULT_CONCURRENCY = 5;
/** Factor on a function's timeout, after which the call has ended and its claims have expired. */
const TIME_TO_RETRY = 1.1;

interface MappingProperties {
  Enabled?: boolean;
  EventSourceArn?: unknown;
  FunctionName?: unknown;
  BatchSize?: number;
  MaximumRetryAttempts?: number;
  ScalingConfig?: { MaximumConcurrency?: number };
  FunctionResponseTypes?: string[];
  FilterCriteria?: { Filters?: { Pattern: string }[] };
}

interface QueueProperties {
  VisibilityTimeout?: number;
  RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number };
}

type FunctionName = (value: unknown) => string;

/** The functions that the stream of the template's table feeds. */
export function readStreamConsumers(template: Template, nameOf: FunctionName): StreamConsumer[] {
  return mappingsOf(template, "AWS::DynamoDB::GlobalTable", "AWS::DynamoDB::Table").map(
    ({ mapping }) => {
      const retries = mapping.MaximumRetryAttempts ?? -1;
      return {
        functionName: nameOf(mapping.FunctionName),
        batchSize: mapping.BatchSize ?? DEFAULT_STREAM_BATCH,
        maximumRetries: retries < 0 ? undefined : retries,
        reportsFailures: reportsFailures(mapping),
        patterns: (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }) => Pattern),
      };
    },
  );
}

/** A function that a queue feeds: an event source mapping of the stack, and what its queue says. */
export interface QueueConsumer {
  queue: string;
  functionName: string;
  batchSize: number;
  maximumConcurrency: number;
  reportsFailures: boolean;
  /** Time after which a received message that was not deleted is received again. */
  visibilityMs: number;
  deadLetters?: { queue: string; maximumReceives: number };
}

/** The functions that the queues of a template feed. A queue goes by its logical id here. */
export function readQueueConsumers(template: Template, nameOf: FunctionName): QueueConsumer[] {
  return mappingsOf(template, "AWS::SQS::Queue").map(({ mapping, source: [queue, resource] }) => {
    const properties: QueueProperties = resource.Properties ?? {};
    const { RedrivePolicy } = properties;
    const [deadLetters] = referencesIn(RedrivePolicy?.deadLetterTargetArn);
    return {
      queue,
      functionName: nameOf(mapping.FunctionName),
      batchSize: mapping.BatchSize ?? DEFAULT_QUEUE_BATCH,
      maximumConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
      reportsFailures: reportsFailures(mapping),
      visibilityMs: visibilityMs(properties, template, mapping.FunctionName),
      ...(RedrivePolicy && deadLetters !== undefined
        ? { deadLetters: { queue: deadLetters, maximumReceives: RedrivePolicy.maxReceiveCount } }
        : {}),
    };
  });
}

/** The event source mappings that are on, of sources of these types. */
function mappingsOf(template: Template, ...types: string[]) {
  const sources = resourcesOf(template, ...types);
  return resourcesOf(template, "AWS::Lambda::EventSourceMapping").flatMap(([, { Properties }]) => {
    const mapping: MappingProperties = Properties;
    const [id] = referencesIn(mapping.EventSourceArn);
    const source = sources.find(([sourceId]) => sourceId === id);
    return source && mapping.Enabled !== false ? [{ mapping, source }] : [];
  });
}

function reportsFailures({ FunctionResponseTypes }: MappingProperties): boolean {
  return FunctionResponseTypes?.includes("ReportBatchItemFailures") ?? false;
}

/** As short as possible: on a laptop, nobody waits as long as on AWS for the retry of a failed message. */
function visibilityMs(
  { VisibilityTimeout = DEFAULT_VISIBILITY_SECONDS }: QueueProperties,
  template: Template,
  functionName: unknown,
) {
  const { Timeout } = template.Resources[functionBehind(template, functionName)]?.Properties ?? {};
  const timeout = Number(Timeout ?? DEFAULT_TIMEOUT_SECONDS);
  return Math.round(Math.min(VisibilityTimeout, timeout * TIME_TO_RETRY) * 1000);
}
