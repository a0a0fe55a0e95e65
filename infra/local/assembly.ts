import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type Stack } from "aws-cdk-lib";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { Problem } from "../cli/terminal.ts";
import type { Template } from "./template.ts";

/**
 * Does some work with an app whose templates are only read: without bundling, validation and metadata, which
 * take most of the time. `cdk synth` and the tests validate.
 */
export function withApp<Result>(work: (app: App, outdir: string) => Result): Result {
  const outdir = mkdtempSync(join(tmpdir(), "cdk-"));
  try {
    const app = new App({
      outdir,
      builtinCloudFormationValidation: false,
      treeMetadata: false,
      analyticsReporting: false,
      context: { "aws:cdk:bundling-stacks": [] },
    });
    return work(app, outdir);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** A synthesized template with its outputs. */
interface WholeTemplate extends Template {
  Outputs: Record<string, { Value: unknown }>;
}

/** One template of all resources of these stacks, in which their references to each other are resolved. */
export function oneTemplate(assembly: CloudAssembly, stacks: readonly Stack[]): WholeTemplate {
  const templates = new Map(
    stacks.map(({ stackName, artifactId }): [string, WholeTemplate] => [
      stackName,
      assembly.getStackArtifact(artifactId).template,
    ]),
  );
  const named: [string, Template["Resources"][string]][] = [];
  for (const template of templates.values()) named.push(...Object.entries(template.Resources));
  const Resources = Object.fromEntries(named);
  if (Object.keys(Resources).length < named.length) {
    throw new Problem("Two stacks have a resource of the same logical id");
  }
  const Outputs = Object.assign({}, ...[...templates.values()].map((each) => each.Outputs));
  return resolve({ Resources, Outputs }, { templates, parameters: parametersOf(Resources) });
}

interface Context {
  templates: ReadonlyMap<string, WholeTemplate>;
  /** The values of SSM's parameters by name. */
  parameters: ReadonlyMap<unknown, unknown>;
}

function parametersOf(resources: Template["Resources"]): Context["parameters"] {
  return new Map(
    Object.values(resources).flatMap(({ Type, Properties }): [unknown, unknown][] =>
      Type === "AWS::SSM::Parameter" ? [[Properties["Name"], Properties["Value"]]] : [],
    ),
  );
}

function resolve<Value>(value: Value, context: Context): Value;
function resolve(value: unknown, context: Context): unknown {
  if (typeof value === "string") {
    const [, name] = /^\{\{resolve:ssm:([^}]+)\}\}$/.exec(value) ?? [];
    return (name && context.parameters.get(name)) ?? value;
  }
  if (Array.isArray(value)) return value.map((each) => resolve(each, context));
  if (typeof value !== "object" || value === null) return value;
  const { "Fn::GetStackOutput": reference } = value as Reference;
  if (reference) return resolve(outputOf(reference, context), context);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolve(each, context)]),
  );
}

interface Output {
  StackName: string;
  OutputName: string;
}

interface Reference {
  "Fn::GetStackOutput"?: Output;
}

function outputOf({ StackName, OutputName }: Output, { templates }: Context): unknown {
  const output = templates.get(StackName)?.Outputs[OutputName];
  if (!output) throw new Problem(`No stack ${StackName} has an output ${OutputName}`);
  return output.Value;
}
