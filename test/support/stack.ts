import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { type DeploymentSettings, settingsFor } from "../../infra/settings.ts";
import { ResellerMonitoring } from "../../infra/stack.ts";

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert properties of every shape
  Properties: any;
  DeletionPolicy?: string;
  Metadata: Record<string, string>;
}

/** The folder in `functions/` that a Lambda function of the stack is made of. */
export function folderOf({ Properties }: Resource): string {
  return Properties.Tags.find(({ Key }: { Key: string }) => Key === "function").Value;
}

/** The folder of the function that a `Ref` or an ARN in the template leads to. */
export function folderBehind({ Resources }: Template, reference: unknown): string {
  const [, id = ""] = /^\{"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(reference)) ?? [];
  const handler = Resources[id];
  if (!handler) throw new Error(`${JSON.stringify(reference)} leads to no function`);
  return folderOf(handler);
}

interface Template {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: unknown }>;
}

/**
 * The template of a stage, as `cdk deploy` sends it but for the code: nothing is bundled. CDK's
 * own check of the template takes seconds; `cdk synth` makes it, a test of `infra/app.ts` too.
 */
export function synthesize(stage = "dev", deployment?: DeploymentSettings) {
  const outdir = mkdtempSync(join(tmpdir(), "synthesize-"));
  try {
    const context = { "aws:cdk:bundling-stacks": [] };
    const app = new App({ outdir, context, builtinCloudFormationValidation: false });
    const stack = new ResellerMonitoring(app, settingsFor(stage, deployment));
    const template: Template = app.synth().getStackArtifact(stack.artifactId).template;
    return { ...template, terminationProtection: stack.terminationProtection };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The template's resources of a type, by logical id. */
export function resourcesOf({ Resources }: Template, type: string): [string, Resource][] {
  return Object.entries(Resources).filter(([, { Type }]) => Type === type);
}

/** The only resource of a type. */
export function theOne(template: Template, type: string): Resource {
  const [first, ...more] = resourcesOf(template, type);
  if (!first || more.length > 0) throw new Error(`There are ${more.length + 1} of ${type}`);
  return first[1];
}
