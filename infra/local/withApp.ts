import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";

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
