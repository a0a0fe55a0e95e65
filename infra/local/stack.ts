import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, CfnResource } from "aws-cdk-lib";
import { ServiceFunction } from "../serviceFunction.ts";
import { settingsFor } from "../settings.ts";
import { ResellerMonitoring } from "../stack.ts";
import { type LocalService, readService } from "./service.ts";
import type { Template } from "./template.ts";

/** Synthesizes the stack in memory, without bundling, and reads from it what there is to run. */
export function readStack(): LocalService {
  const outdir = mkdtempSync(join(tmpdir(), "cdk-"));
  try {
    const app = new App({
      outdir,
      // The validation takes nine tenths of the time; `cdk synth` and the tests do it.
      builtinCloudFormationValidation: false,
      context: { "aws:cdk:bundling-stacks": [] },
    });
    const stack = new ResellerMonitoring(app, settingsFor());
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
