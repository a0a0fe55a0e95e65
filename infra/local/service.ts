import { basename, dirname } from "node:path";
import { Problem } from "./problem.ts";
import type { QueueConsumer } from "./queues/consumers.ts";
import { readQueueConsumers } from "./queues/readQueues.ts";
import { readSchedules, type Schedule } from "./schedules.ts";
import { readTable, TABLE_NAME, type TableDescription } from "./table.ts";
import { functionBehind, referencesIn, resourcesOf, type Template } from "./template.ts";

/** The value of an environment variable; a queue's URL is known once its endpoint listens. */
export type Variable = string | { queue: string };

export interface LocalFunction {
  /** The function's folder below `functions/`. */
  name: string;
  /** The absolute path of the module that exports `handler`. */
  entry: string;
  environment: Record<string, Variable>;
  timeoutSeconds: number;
}

/** A function that the table's stream feeds: an event source mapping of the stack. */
export interface StreamConsumer {
  functionName: string;
  batchSize: number;
  /** Attempts after the first; undefined: without end, as Lambda does by default. */
  maximumRetries: number | undefined;
  reportsFailures: boolean;
  patterns: string[];
}

/** What the stack says there is to run on this machine. */
export interface LocalService {
  table: TableDescription;
  functions: LocalFunction[];
  /** By route key, `$default` among them, the name of the function behind it. */
  routes: Map<string, string>;
  consumers: StreamConsumer[];
  queueConsumers: QueueConsumer[];
  schedules: Schedule[];
}

/** Reads a service out of a template; `entries` has each function's module by its logical id. */
export function readService(template: Template, entries: Map<string, string>): LocalService {
  const { id: tableId, ...table } = readTable(template);
  const functionName = (value: unknown) => {
    const entry = entries.get(functionBehind(template, value));
    if (!entry) throw new Problem(`Nothing says where the code behind ${text(value)} is`);
    return basename(dirname(entry));
  };
  return {
    table,
    functions: [...entries].map(([id, entry]) => {
      const { Environment, Timeout = 3 } = propertiesOf<FunctionProperties>(template, id);
      const variables = Object.entries(Environment?.Variables ?? {}).map(
        ([name, value]) => [name, resolveVariable(name, value, { template, tableId })] as const,
      );
      return {
        name: basename(dirname(entry)),
        entry,
        environment: Object.fromEntries(variables),
        timeoutSeconds: Timeout,
      };
    }),
    routes: new Map(
      resourcesOf(template, "AWS::ApiGatewayV2::Route").map(([, { Properties }]) => [
        String(Properties["RouteKey"]),
        functionName(Properties["Target"]),
      ]),
    ),
    consumers: resourcesOf(template, "AWS::Lambda::EventSourceMapping")
      .map(([id]) => propertiesOf<MappingProperties>(template, id))
      .filter((mapping) => referencesIn(mapping.EventSourceArn).includes(tableId))
      .map((mapping) => readConsumer(mapping, functionName(mapping.FunctionName))),
    queueConsumers: readQueueConsumers(template, functionName),
    schedules: readSchedules(template, functionName),
  };
}

interface FunctionProperties {
  Environment?: { Variables?: Record<string, unknown> };
  Timeout?: number;
}

interface MappingProperties {
  EventSourceArn: unknown;
  FunctionName: unknown;
  BatchSize?: number;
  MaximumRetryAttempts?: number;
  FunctionResponseTypes?: string[];
  FilterCriteria?: { Filters?: { Pattern: string }[] };
}

function readConsumer(mapping: MappingProperties, functionName: string): StreamConsumer {
  const retries = mapping.MaximumRetryAttempts ?? -1;
  return {
    functionName,
    batchSize: mapping.BatchSize ?? 100,
    maximumRetries: retries < 0 ? undefined : retries,
    reportsFailures: mapping.FunctionResponseTypes?.includes("ReportBatchItemFailures") ?? false,
    patterns: (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }) => Pattern),
  };
}

function resolveVariable(
  name: string,
  value: unknown,
  { template, tableId }: { template: Template; tableId: string },
): Variable {
  if (typeof value === "string") return value;
  const id = referencesIn(value).join();
  if (id === tableId) return TABLE_NAME;
  if (template.Resources[id]?.Type === "AWS::SQS::Queue") return { queue: id };
  throw new Problem(`${name} refers to what there is only on AWS: ${text(value)}`);
}

/** The properties of a resource, in the shape that CloudFormation documents for its type. */
function propertiesOf<T>(template: Template, id: string): T {
  return template.Resources[id]?.Properties as T;
}

const text = (value: unknown) => JSON.stringify(value);
