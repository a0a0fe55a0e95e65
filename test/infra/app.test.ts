import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { assertDeployable, settingsFor } from "../../infra/settings.ts";

describe("the stage", () => {
  it("is dev unless told", () => {
    expect(settingsFor()).toEqual(settingsFor("dev"));
  });

  it.each(["staging", "", "toString"])("is not %j", (stage) => {
    expect(() => settingsFor(stage)).toThrow(`There is no stage "${stage}", only dev and prod`);
  });

  it("that there is not ends the app with one clear line", () => {
    expect(run({ stage: "staging" })).toEqual({
      status: 1,
      stderr: 'There is no stage "staging", only dev and prod\n',
    });
  });
});

describe("prod", () => {
  it("is not synthesized without a page for the owners of websites", () => {
    const { status, stderr } = run({ stage: "prod" });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        "The stage prod needs -c contactUrl=https://…: a page where the owners of websites find out who visits them\n",
    });
  });

  it("is with one, and dev without", () => {
    const contactUrl = "https://example.com/robot";
    expect(() => assertDeployable(settingsFor("prod", { contactUrl }))).not.toThrow();
    expect(() => assertDeployable(settingsFor("prod"))).toThrow("-c contactUrl=");
    expect(() => assertDeployable(settingsFor("dev"))).not.toThrow();
  });
});

describe("a setting of the deployment", () => {
  it.each([
    { alarmEmail: "ops@example.com" },
    { contactUrl: "https://example.com/robot" },
    { nominatimUrl: "http://nominatim.example.com:8080/search" },
    {
      pageSpeedSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed-a1B2c3",
    },
  ])("is part of the settings: %j", (deployment) => {
    expect(settingsFor("prod", deployment)).toEqual({ ...settingsFor("prod"), ...deployment });
  });

  it.each([
    [{ alarmEmail: "ops" }, /^alarmEmail must be an e-mail address, not "ops"$/],
    [{ contactUrl: "mailto:ops@example.com" }, /^contactUrl must be a web address, not /],
    [{ contactUrl: "https://example.com/ (robot)" }, /^contactUrl must be a web address, not /],
    [{ nominatimUrl: "nominatim.example.com" }, /^nominatimUrl must be a web address, not /],
    [{ pageSpeedSecretArn: "pagespeed" }, /^pageSpeedSecretArn must be a secret's whole ARN, not /],
    [
      { pageSpeedSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed" },
      /^pageSpeedSecretArn must be a secret's whole ARN, not /,
    ],
  ])("is refused: %j", (deployment, line) => {
    expect(() => settingsFor("prod", deployment)).toThrow(line);
  });

  it("that is refused ends the app with one clear line", () => {
    expect(run({ nominatimUrl: "none" })).toEqual({
      status: 1,
      stderr: 'nominatimUrl must be a web address, not "none"\n',
    });
  });
});

/** Runs the app as `cdk` does, with `-c` for each of the context. */
function run(context: Record<string, string>) {
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const args = ["infra/app.ts"];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  return { status, stderr };
}
