import { Problem, runMain } from "../cli/terminal.ts";
import { entryOf } from "../function/entries.ts";
import { type Settings, settingsFor } from "../settings.ts";
import { addService } from "../stack.ts";
import { oneTemplate, withApp } from "./assembly.ts";
import type { LocalFunction, Variable } from "./functions.ts";
import type { StreamConsumer } from "./streams/streams.ts";
import {
  functionBehind,
  type QueueConsumer,
  type Resource,
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
    return readService(oneTemplate(app.synth(), stacks));
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

const SECRET = "AWS::SecretsManager::Secret";

/** Reads a service out of one template of all its stacks. */
function readService(template: Template): LocalService {
  const { id: tableId, ...table } = readTable(template);
  const functionName = (value: unknown) =>
    nameOf(template.Resources[functionBehind(template, value)]);
  return {
    table,
    functions: resourcesOf(template, "AWS::Lambda::Function").flatMap(([, resource]) =>
      nameOf(resource) ? readFunction(resource, { template, tableId }) : [],
    ),
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

/** The name of a function, which a tag has; "" for a function of the CDK's own. */
function nameOf(resource: Resource | undefined): string {
  const { Tags = [] } = (resource?.Properties ?? {}) as Partial<FunctionProperties>;
  return Tags.find(({ Key }) => Key === "function")?.Value ?? "";
}

interface Context {
  template: Template;
  tableId: string;
}

function readFunction(resource: Resource, context: Context): LocalFunction {
  const { Environment, Timeout } = resource.Properties as unknown as FunctionProperties;
  const name = nameOf(resource);
  return {
    name,
    entry: entryOf(name),
    environment: Object.fromEntries(
      Object.entries(Environment.Variables).map(([variable, value]) => [
        variable,
        resolveVariable(variable, value, context),
      ]),
    ),
    timeoutSeconds: Timeout,
  };
}

interface FunctionProperties {
  Tags: { Key: string; Value: string }[];
  Environment: { Variables: Record<string, unknown> };
  Timeout: number;
}

function resolveVariable(name: string, value: unknown, { template, tableId }: Context): Variable {
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
