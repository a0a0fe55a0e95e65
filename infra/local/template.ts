import type {
  AttributeDefinition,
  GlobalSecondaryIndex,
  KeySchemaElement,
} from "@aws-sdk/client-dynamodb";
import { Problem } from "../cli/terminal.ts";
import type { StreamConsumer } from "./streams/streams.ts";

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/** The part of a CloudFormation template that is read here. */
export interface Template {
  Resources: Record<string, Resource>;
}

/** The template's resources of one type, with their logical ids. */
export function resourcesOf(template: Template, type: string) {
  return Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
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
  const [table, ...more] = resourcesOf(template, "AWS::DynamoDB::GlobalTable");
  if (!table || more.length > 0) throw new Problem("The stack must have exactly one table");
  const [id, { Properties }] = table;
  return { ...(Properties as unknown as TableDescription), id };
}

interface MappingProperties {
  EventSourceArn: unknown;
  FunctionName: unknown;
  BatchSize: number;
  MaximumRetryAttempts: number;
  ScalingConfig: { MaximumConcurrency: number };
}

interface QueueProperties {
  VisibilityTimeout: number;
  RedrivePolicy: { deadLetterTargetArn: unknown; maxReceiveCount: number };
}

type FunctionName = (value: unknown) => string;

/** The function that the stream of the template's table feeds. */
export function readStreamConsumer(template: Template, nameOf: FunctionName): StreamConsumer {
  const [mapped, ...more] = mappingsOf(template, "AWS::DynamoDB::GlobalTable");
  if (!mapped || more.length > 0) throw new Problem("The stream must feed exactly one function");
  const { FunctionName, BatchSize, MaximumRetryAttempts } = mapped.mapping;
  return {
    functionName: nameOf(FunctionName),
    batchSize: BatchSize,
    maximumRetries: MaximumRetryAttempts,
  };
}

/** A function that a queue feeds: an event source mapping of the stack, and what its queue says. */
export interface QueueConsumer {
  queue: string;
  functionName: string;
  batchSize: number;
  maximumConcurrency: number;
  /** Time after which a received message that was not deleted is received again. */
  visibilityMs: number;
  deadLetters: { queue: string; maximumReceives: number };
}

/** The functions that the queues of a template feed. A queue goes by its logical id here. */
export function readQueueConsumers(template: Template, nameOf: FunctionName): QueueConsumer[] {
  return mappingsOf(template, "AWS::SQS::Queue").map(({ mapping, source: [queue, resource] }) => {
    const { VisibilityTimeout, RedrivePolicy } = resource.Properties as unknown as QueueProperties;
    const [deadLetters = ""] = referencesIn(RedrivePolicy.deadLetterTargetArn);
    return {
      queue,
      functionName: nameOf(mapping.FunctionName),
      batchSize: mapping.BatchSize,
      maximumConcurrency: mapping.ScalingConfig.MaximumConcurrency,
      visibilityMs: VisibilityTimeout * 1000,
      deadLetters: { queue: deadLetters, maximumReceives: RedrivePolicy.maxReceiveCount },
    };
  });
}

/** The event source mappings of sources of a type. */
function mappingsOf(template: Template, type: string) {
  const sources = resourcesOf(template, type);
  return resourcesOf(template, "AWS::Lambda::EventSourceMapping").flatMap(([, { Properties }]) => {
    const mapping = Properties as unknown as MappingProperties;
    const [id] = referencesIn(mapping.EventSourceArn);
    const source = sources.find(([sourceId]) => sourceId === id);
    return source ? [{ mapping, source }] : [];
  });
}

/** A function that is called each minute, with the input. */
export interface Schedule {
  functionName: string;
  input: unknown;
}

/** The schedules of a template. */
export function readSchedules(template: Template, nameOf: FunctionName): Schedule[] {
  return resourcesOf(template, "AWS::Scheduler::Schedule").map(([, { Properties }]) => {
    const { Arn, Input = "{}" } = Properties["Target"] as { Arn: unknown; Input?: string };
    if (Properties["ScheduleExpression"] !== "rate(1 minute)")
      throw new Problem("The local server supports only schedules of a minute.");
    return { functionName: nameOf(Arn), input: JSON.parse(Input) };
  });
}
