import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Stack, Validations } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { describe, expect, it } from "vitest";
import { withApp } from "../../infra/local/assembly.ts";
import { settingsFor } from "../../infra/settings.ts";
import { addService } from "../../infra/stack.ts";
import { addHealthCheck } from "../../infra/watching/healthCheck.ts";
import { addProbes } from "../../infra/workers/probe.ts";
import { EVERYTHING } from "../support/stack.ts";

describe("cdk-nag", () => {
  it("finds a bucket that accepts plain HTTP, and nothing else that is not acknowledged", () => {
    expect(findings((stack) => new Bucket(stack, "Wrong"))).toEqual(["AwsSolutions-S10"]);
  });
});

/** The rules that AwsSolutions and Serverless find broken in prod with something wrong added. */
function findings(spoil: (stack: Stack) => void): string[] {
  return withApp((app, outdir) => {
    const settings = settingsFor("prod", EVERYTHING);
    const [stack] = addService(app, settings);
    addProbes(app, settings);
    addHealthCheck(app, settings);
    if (stack) spoil(stack);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
    try {
      app.synth();
    } catch {
      // The report says what it is.
    }
    const report = JSON.parse(readFileSync(join(outdir, "validation-report.json"), "utf8"));
    return report.pluginReports.flatMap((plugin: { violations: { ruleName: string }[] }) =>
      plugin.violations.map(({ ruleName }) => ruleName),
    );
  });
}
