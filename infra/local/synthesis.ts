import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { App, CfnResource } from "aws-cdk-lib";
import { ServiceFunction } from "../serviceFunction.ts";
import { settingsFor } from "../settings.ts";
import { ResellerMonitoring } from "../stack.ts";
import { Problem } from "../terminal.ts";
import { readTable, TABLE_NAME } from "./database/table.ts";
import { readSchedules } from "./schedules.ts";
import type { LocalService, Variable } from "./stack.ts";
import {
  functionBehind,
  readQueueConsumers,
  readStreamConsumers,
  referencesIn,
  resourcesOf,
  type Template,
} from "./template.ts";

/** Whom mails on this machine are from; nobody gets them. */
const MAIL_FROM = "monitoring@reseller.example";

/** Synthesizes the stack in memory, without bundling, and reads from it what there is to run. */
export function synthesizeService(): LocalService {
  const outdir = mkdtempSync(join(tmpdir(), "cdk-"));
  try {
    const app = new App({
      outdir,
      // The validation takes nine tenths of the time; `cdk synth` and the tests do it.
      builtinCloudFormationValidation: false,
      context: { "aws:cdk:bundling-stacks": [] },
    });
    const stack = new ResellerMonitoring(app, settingsFor("dev", { mailFrom: MAIL_FROM }));
    const template: Template = app.synth().getStackArtifact(stack.artifactId).template;
    return readService(template, findEntries(stack));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** By logical id, the module that holds each function's handler. */
function findEntries(stack: ResellerMonitoring): Map<string, string> {
  const entries = new Map<string, string>();
  for (const construct of stack.node.findAll()) {
    if (!(construct instanceof ServiceFunction)) continue;
    const resource = construct.node.defaultChild;
    if (CfnResource.isCfnResource(resource)) {
      entries.set(stack.resolve(resource.logicalId), construct.entry);
    }
  }
  return entries;
}

const SECRET = "AWS::SecretsManager::Secret";

/** Reads a service out of a template; `entries` has each function's module by its logical id. */
function readService(template: Template, entries: Map<string, string>): LocalService {
  const { id: tableId, ...table } = readTable(template);
  const functionName = (value: unknown) => {
    const entry = entries.get(functionBehind(template, value));
    if (!entry) throw new Problem(`Nothing says where the code behind ${text(value)} is`);
    return basename(dirname(entry));
  };
  return {
    table,
    functions: [...entries].map(([id, entry]) => {
      const { Environment, Timeout = 3 }: FunctionProperties =
        template.Resources[id]?.Properties ?? {};
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
    consumers: readStreamConsumers(template, functionName),
    queueConsumers: readQueueConsumers(template, functionName),
    schedules: readSchedules(template, functionName),
    secrets: resourcesOf(template, SECRET).map(([id]) => id),
  };
}

interface FunctionProperties {
  Environment?: { Variables?: Record<string, unknown> };
  Timeout?: number;
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
  // Nothing is lost to a bucket here; the operators' function says so.
  if (type === "AWS::S3::Bucket") return "";
  // The local endpoints know a secret by its id, and take any configuration set.
  if (type === SECRET || type === "AWS::SES::ConfigurationSet") return id;
  throw new Problem(`${name} refers to what there is only on AWS: ${text(value)}`);
}

const text = (value: unknown) => JSON.stringify(value);
