import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { oneTemplate, withApp } from "../../infra/local/assembly.ts";
import { writeWhole } from "../../infra/local/dataDir.ts";
import { functionBehind } from "../../infra/local/template.ts";
import { type Settings, settingsFor } from "../../infra/settings.ts";
import { addService } from "../../infra/stack.ts";
import { addHealthCheck } from "../../infra/watching/healthCheck.ts";

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert properties of every shape
  Properties: any;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdatePolicy?: Record<string, Record<string, { Ref: string }>>;
  Metadata: Record<string, string>;
}

/** The folder in `functions/` with the code of a Lambda function. */
export function folderOf({ Properties }: Resource): string {
  return Properties.Tags.find(({ Key }: { Key: string }) => Key === "function").Value;
}

/** The folder of the function that a reference in the template leads to, through aliases and versions. */
export function folderBehind(template: Template, reference: unknown): string {
  return folderOf(template.Resources[functionBehind(template, reference)] as Resource);
}

interface Template {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: unknown }>;
}

/** Every setting that adds resources. A synthesis takes half a second, so the tests share few settings. */
export const EVERYTHING = {
  page: ["oncall@example.com", "https://alarms.example.com/in"],
  notify: ["ops@example.com"],
  budgetUsd: 300,
  contactUrl: "https://example.com/robot",
  mailFrom: "monitoring@mail.example.com",
  domainName: "api.example.com",
  certificateArn: "arn:aws:acm:eu-west-1:123456789012:certificate/a-b",
  pageSpeedSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed-a1B2c3",
  nominatimUrl: "https://nominatim.example.com/search",
  securityContact: "mailto:security@example.com",
  probeRegions: ["us-east-1", "ap-southeast-2"],
  openConcurrency: 20,
} satisfies Partial<Settings>;

/** A stage with a restored table, before it is started again. */
export const RESTORED = {
  ...EVERYTHING,
  isStopped: true,
  restoredStreamArn:
    "arn:aws:dynamodb:eu-west-1:123456789012:table/Restored/stream/2026-11-22T08:00:00.000",
};

/** As `-c first=true` and `-c urgent=true` set it. */
export const FIRST_AND_URGENT = { isProtected: false, isUrgent: true };

type Synthesized = ReturnType<typeof synthesizeAnew>;

const templates = new Map<string, Synthesized>();

/**
 * The templates of a stage's stacks as one, as `cdk deploy` sends them but for the code: nothing is bundled. It
 * is made once for all files of a run: no test changes it.
 */
export function synthesize(stage = "dev", settings: Partial<Settings> = {}) {
  const key = JSON.stringify([stage, settings]);
  const template = templates.get(key) ?? madeOnce(key, () => synthesizeAnew(stage, settings));
  templates.set(key, template);
  return template;
}

/** What another process of the run has made, or what `make` makes. */
function madeOnce(key: string, make: () => Synthesized): Synthesized {
  const folder = process.env["TEST_DATA_DIR"];
  if (folder === undefined) return make();
  const file = join(folder, `${createHash("sha256").update(key).digest("hex")}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const template = make();
  writeWhole(file, JSON.stringify(template));
  return template;
}

function synthesizeAnew(stage: string, settings: Partial<Settings>) {
  return withApp((app) => {
    const stacks = addService(app, settingsFor(stage, settings));
    const assembly = app.synth();
    const one = oneTemplate(assembly, stacks) as Template;
    return {
      ...one,
      /** Each stack, as CloudFormation gets it. */
      stacks: stacks.map(({ stackName, artifactId, dependencies, terminationProtection }) => ({
        stackName,
        terminationProtection,
        needs: dependencies.map((each) => each.stackName),
        template: assembly.getStackArtifact(artifactId).template as Template,
      })),
    };
  });
}

/** The template of the stack that asks prod from outside. */
export function synthesizeHealthCheck(): Template {
  return withApp((app) => {
    const stack = addHealthCheck(app, settingsFor("prod", EVERYTHING));
    if (!stack) throw new Error("There is no stack");
    return app.synth().getStackArtifact(stack.artifactId).template;
  });
}

/** The template's resources of a type, by logical id. */
export function resourcesOf({ Resources }: Template, type: string): [string, Resource][] {
  return Object.entries(Resources).filter(([, { Type }]) => Type === type);
}

/** The service's functions. The CDK's own, which empties the bucket of a stage that keeps nothing, has no tags. */
export function functionsOf(template: Template): [string, Resource][] {
  const functions = resourcesOf(template, "AWS::Lambda::Function");
  return functions.filter(([, { Properties }]) => Properties.Tags);
}

/** The only resource of a type. */
export function theOne(template: Template, type: string): Resource {
  const [first, ...more] = resourcesOf(template, type);
  if (!first || more.length > 0) throw new Error(`There are ${more.length + 1} of ${type}`);
  return first[1];
}

/** The schedule that calls a function each minute. */
export function minuteSchedule(template: Template): Resource {
  const [, schedule] =
    resourcesOf(template, "AWS::Scheduler::Schedule").find(
      ([, { Properties }]) => Properties.ScheduleExpression === "rate(1 minute)",
    ) ?? [];
  if (!schedule) throw new Error("Nothing is called each minute");
  return schedule;
}

/** The event source mappings: the folder of each function, and the logical id of what feeds it. */
export function mappingsOf(template: Template, sourceType: string) {
  return resourcesOf(template, "AWS::Lambda::EventSourceMapping").flatMap(([, { Properties }]) => {
    const source: string = Properties.EventSourceArn["Fn::GetAtt"][0];
    if (template.Resources[source]?.Type !== sourceType) return [];
    return [{ folder: folderBehind(template, Properties.FunctionName), source, Properties }];
  });
}

/** The folders of the functions that queues call. */
export function workersOf(template: Template): string[] {
  return mappingsOf(template, "AWS::SQS::Queue").map(({ folder }) => folder);
}

/** The folders of the functions that the table's stream calls. */
export function followersOf(template: Template): string[] {
  return mappingsOf(template, "AWS::DynamoDB::GlobalTable").map(({ folder }) => folder);
}
