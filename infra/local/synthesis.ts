import { basename, dirname } from "node:path";
import { CfnResource, type Stack } from "aws-cdk-lib";
import { Problem, runMain } from "../cli/terminal.ts";
import { ServiceFunction } from "../function/serviceFunction.ts";
import { type Settings, settingsFor } from "../settings.ts";
import { addService } from "../stack.ts";
import { oneTemplate, withApp } from "./assembly.ts";
import type { LocalFunction, Variable } from "./functions.ts";
import type { StreamConsumer } from "./streams/streams.ts";
import {
  functionBehind,
  type QueueConsumer,
  readQueueConsumers,
  readSchedules,
  readStreamConsumer,
  readTable,
  referencesIn,
  resourcesOf,
  type Schedule,
  TABLE_NAME,
  type TableDescription,
  type Template,
} from "./template.ts";

/** What to run on this machine, as read from the stacks. */
export interface LocalService {
  table: TableDescription;
  functions: LocalFunction[];
  /** The function behind each route key, `$default` included. */
  routes: Record<string, string>;
  streamConsumer: StreamConsumer;
  queueConsumers: QueueConsumer[];
  schedules: Schedule[];
  /** The logical ids of the secrets that the stacks make. */
  secrets: string[];
}

/** Sender of mails on this machine, which are only written to files. */
const MAIL_FROM = "monitoring@reseller.example";

/**
 * Synthesizes the stacks in memory, without bundling, and reads from them what there is to run. Requests
 * have no limit here, unless READS_PER_MINUTE and WRITES_PER_MINUTE or an operator say so.
 */
function synthesizeService(): LocalService {
  return withApp((app) => {
    const stacks = addService(app, settingsHere());
    return readService(oneTemplate(app.synth(), stacks), findEntries(stacks));
  });
}

function settingsHere(): Settings {
  // A laptop may be offline, and so may its websites be: their failures are believed.
  const {
    rateLimits: _,
    controlUrls: __,
    ...settings
  } = settingsFor("dev", { mailFrom: MAIL_FROM });
  return settings;
}

/** By logical id, the module that holds each function's handler. */
function findEntries(stacks: Stack[]): Map<string, string> {
  const entries = new Map<string, string>();
  for (const construct of stacks.flatMap(({ node }) => node.findAll())) {
    if (!(construct instanceof ServiceFunction)) continue;
    const resource = construct.node.defaultChild;
    if (CfnResource.isCfnResource(resource)) {
      entries.set(construct.stack.resolve(resource.logicalId), construct.entry);
    }
  }
  return entries;
}

const SECRET = "AWS::SecretsManager::Secret";

/** Reads a service out of one template of all its stacks; `entries` has each function's module by its logical id. */
function readService(template: Template, entries: Map<string, string>): LocalService {
  const { id: tableId, ...table } = readTable(template);
  const functionName = (value: unknown) => {
    const entry = entries.get(functionBehind(template, value));
    if (!entry) throw new Problem(`No source file is known for the function behind ${text(value)}`);
    return basename(dirname(entry));
  };
  return {
    table,
    functions: readFunctions(template, entries, tableId),
    routes: Object.fromEntries(
      resourcesOf(template, "AWS::ApiGatewayV2::Route").map(([, { Properties }]) => [
        String(Properties["RouteKey"]),
        functionName(Properties["Target"]),
      ]),
    ),
    streamConsumer: readStreamConsumer(template, functionName),
    queueConsumers: readQueueConsumers(template, functionName),
    schedules: readSchedules(template, functionName),
    secrets: resourcesOf(template, SECRET).map(([id]) => id),
  };
}

function readFunctions(
  template: Template,
  entries: Map<string, string>,
  tableId: string,
): LocalFunction[] {
  return [...entries].map(([id, entry]) => {
    const { Properties } = template.Resources[id] ?? {};
    const { Environment, Timeout } = Properties as unknown as FunctionProperties;
    const variables = Object.entries(Environment.Variables).map(
      ([name, value]) => [name, resolveVariable(name, value, { template, tableId })] as const,
    );
    return {
      name: basename(dirname(entry)),
      entry,
      environment: Object.fromEntries(variables),
      timeoutSeconds: Timeout,
    };
  });
}

interface FunctionProperties {
  Environment: { Variables: Record<string, unknown> };
  Timeout: number;
}

function resolveVariable(
  name: string,
  value: unknown,
  { template, tableId }: { template: Template; tableId: string },
): Variable {
  if (typeof value === "string") return value;
  const id = referencesIn(value).join();
  if (id === tableId) return TABLE_NAME;
  const type = template.Resources[id]?.Type;
  if (type === "AWS::SQS::Queue") return { queue: id };
  if (type === "AWS::ApiGatewayV2::Api") return { api: true };
  // The local stream loses no records to a bucket, and the operators' function reports that.
  if (name === "LOST_RECORDS_BUCKET") return "";
  // The local endpoints know a secret by its id, and take any configuration set.
  if (type === SECRET || type === "AWS::SES::ConfigurationSet") return id;
  throw new Problem(`${name} refers to a resource that exists only on AWS: ${text(value)}`);
}

const text = (value: unknown) => JSON.stringify(value);

if (import.meta.main) {
  runMain(async () => {
    process.stdout.write(JSON.stringify(synthesizeService()));
  });
}
