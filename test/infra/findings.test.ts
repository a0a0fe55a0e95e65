import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type Stack, Validations } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { describe, expect, it } from "vitest";
import { acknowledgedFindings } from "../../infra/acknowledgedFindings.ts";
import { addOutside } from "../../infra/outside.ts";
import { addProbes } from "../../infra/probe.ts";
import { settingsFor } from "../../infra/settings.ts";
import { addService } from "../../infra/stack.ts";

describe("cdk-nag", () => {
  it("finds nothing in prod but what is acknowledged", () => {
    expect(findings("prod")).toEqual([]);
  });

  it("finds a bucket that accepts plain HTTP in dev, and nothing else", () => {
    const found = findings("dev", (stack) => new Bucket(stack, "Wrong"));
    expect(found).toEqual(["AwsSolutions-S10"]);
  });

  it("is silenced for at most six reasons", () => {
    const reasons = acknowledgedFindings.map(({ reason }) => reason);
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(reasons.length).toBeLessThanOrEqual(6);
  });
});

/** The rules that AwsSolutions and Serverless find broken. */
function findings(stage: string, spoil?: (stack: Stack) => void): string[] {
  const outdir = mkdtempSync(join(tmpdir(), "findings-"));
  try {
    const context = { "aws:cdk:bundling-stacks": [] };
    const app = new App({ outdir, context, builtinCloudFormationValidation: false });
    const settings = settingsFor(stage, {
      alarmEmail: "ops@example.com",
      contactUrl: "https://example.com/robot",
      mailFrom: "monitoring@mail.example.com",
      pageSpeedSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed-a1B2c3",
      probeRegions: ["us-east-1"],
      fixedAddresses: true,
      outsideRegion: "us-west-2",
      alarmWebhook: "https://example.com/in",
      apiUrl: "https://api.example.com",
    });
    const [stack] = addService(app, settings);
    addProbes(app, settings);
    addOutside(app, settings);
    if (stack) spoil?.(stack);
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
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
