import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { settingsFor } from "../../infra/settings.ts";

describe("the stage", () => {
  it("is dev unless told", () => {
    expect(settingsFor()).toEqual(settingsFor("dev"));
  });

  it.each(["staging", "", "toString"])("%j ends the app with one clear line", (stage) => {
    expect(run({ stage })).toEqual({
      status: 1,
      stderr: `There is no stage "${stage}", only dev and prod\n`,
    });
  });
});

describe("a setting of the deployment", () => {
  it("is part of the settings", () => {
    const contactUrl = "https://example.com/robot";
    expect(settingsFor("prod", { contactUrl })).toEqual({ ...settingsFor("prod"), contactUrl });
  });

  it.each([
    [{ contactUrl: "mailto:ops@example.com" }, /^contactUrl must be a web address, not /],
    [{ contactUrl: "https://example.com/ (robot)" }, /^contactUrl must be a web address, not /],
    [{ pageSpeedSecretArn: "pagespeed" }, /^pageSpeedSecretArn must be a secret's whole ARN, not /],
    [
      { pageSpeedSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed" },
      /^pageSpeedSecretArn must be a secret's whole ARN, not /,
    ],
  ])("%j ends the app with one clear line", (context, line) => {
    const { status, stderr } = run(context);
    expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(line)]);
    expect(status).toBe(1);
  });
});

/** Runs the app as `cdk` does, with `-c` for each of the context. */
function run(context: Record<string, string>) {
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const args = ["infra/app.ts"];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  return { status, stderr };
}
