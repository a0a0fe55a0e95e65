import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { assertDeployable } from "../../infra/deploymentSettings.ts";
import { flagged, settingsFor, settingsOf } from "../../infra/settings.ts";
import { stages } from "../../infra/stages.ts";

describe("the stage", () => {
  it("is dev by default", () => {
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
  it("is not synthesized without a recipient of its alarms and a contact page for owners of websites", () => {
    expect(() => settingsOf(contextOf({ stage: "prod" }))).toThrow(
      "The stage prod needs alarmEmail (the recipient of alarm mails) and alarmWebhook (a second way for alarms to reach you) and contactUrl (a page that tells website owners who visits them): add to infra/stages.ts, under prod",
    );
  });

  it("is with both, and dev without", () => {
    const contactUrl = "https://example.com/robot";
    const alarms = { alarmEmail: "ops@example.com", alarmWebhook: "https://example.com/in" };
    expect(() => assertDeployable(settingsFor("prod", { contactUrl, ...alarms }))).not.toThrow();
    expect(() => assertDeployable(settingsFor("prod", { contactUrl }))).toThrow(
      "needs alarmEmail (",
    );
    expect(() => assertDeployable(settingsFor("prod", alarms))).toThrow("needs contactUrl (");
    expect(() => assertDeployable(settingsFor("dev"))).not.toThrow();
  });

  it("keeps functions free for the API that the workers can't take", () => {
    const { concurrency } = settingsFor("prod");
    expect(concurrency).toBeDefined();
    const uptime = { ...settingsFor("prod").uptime, maxConcurrency: 2000 };
    expect(() => settingsFor("prod", { uptime })).toThrow(
      /^The stage prod wants \d+ functions at once, and has 3000: endpoints with 1000 together, 4 without a key with 20, workers with \d+, and 100 for the others\. Lower maxConcurrency or endpoints in infra\/stages\.ts$/,
    );
  });
});

describe("a flag of one deployment", () => {
  it.each([
    [{}, {}],
    [{ first: "true" }, { isProtected: false }],
    [{ urgent: "true" }, { isUrgent: true }],
    [
      { first: "true", urgent: "true" },
      { isProtected: false, isUrgent: true },
    ],
  ])("changes what it says: %j", (context: Record<string, unknown>, settings) => {
    expect(flagged((name) => context[name])).toEqual(settings);
  });

  it.each(["yes", "false", ""])("is true or left out, and not %j", (value) => {
    expect(() => flagged((name) => (name === "urgent" ? value : undefined))).toThrow(
      /^-c urgent must be true or left out, not "/,
    );
  });
});

describe("a setting of the deployment", () => {
  it("is taken from the file only: a flag that is left out next time would undo it", () => {
    expect(() => settingsOf(contextOf({ alarmEmail: "ops@example.com" }))).toThrow(
      "-c alarmEmail is not supported: set alarmEmail in infra/stages.ts, under dev",
    );
  });

  it.each(Object.keys(stages))("is valid in %s", (stage) => {
    expect(settingsFor(stage)).toEqual(stages[stage]);
  });

  it("needs a certificate where it is a domain name, and the other way round", () => {
    const certificateArn = "arn:aws:acm:eu-west-1:123456789012:certificate/a-b";
    const both = { domainName: "api.example.com", certificateArn };
    expect(() => assertDeployable(settingsFor("dev", both))).not.toThrow();
    for (const one of [{ domainName: both.domainName }, { certificateArn }]) {
      expect(() => assertDeployable(settingsFor("dev", one))).toThrow(
        "domainName and certificateArn belong together: set both in infra/stages.ts, under dev",
      );
    }
  });

  it("needs a contact page for websites if other regions probe them", () => {
    const probeRegions = ["us-east-1"];
    const contactUrl = "https://example.com/robot";
    expect(() => assertDeployable(settingsFor("dev", { probeRegions, contactUrl }))).not.toThrow();
    expect(() => assertDeployable(settingsFor("dev", { probeRegions }))).toThrow(
      "probeRegions needs contactUrl",
    );
  });

  it.each([
    { alarmEmail: "ops@example.com" },
    { fixedAddresses: true },
    { probeRegions: ["us-east-1"] },
    { probeRegions: ["us-gov-west-1", "ap-southeast-2"] },
    { contactUrl: "https://example.com/robot" },
    { allowedOrigins: "https://app.example.com" },
    { allowedOrigins: "http://localhost:5173,https://app.example.com" },
    { securityContact: "mailto:security@example.com" },
    { securityContact: "https://example.com/security" },
    { domainName: "api.example.com" },
    { certificateArn: "arn:aws:acm:eu-west-1:123456789012:certificate/1b2c-3d" },
    {
      restoredStreamArn:
        "arn:aws:dynamodb:eu-west-1:123456789012:table/Restored-1/stream/2026-11-22T08:00:00.000",
    },
    { nominatimUrl: "http://nominatim.example.com:8080/search" },
    {
      pageSpeedSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed-a1B2c3",
    },
  ])("is part of the settings: %j", (deployment) => {
    expect(settingsFor("prod", deployment)).toEqual({ ...settingsFor("prod"), ...deployment });
  });

  it.each([
    [{ alarmEmail: "ops" }, /^alarmEmail must be an e-mail address, not "ops"$/],
    [{ probeRegions: [] }, /^probeRegions must be AWS regions, not ""$/],
    [{ probeRegions: ["us-east-1", "Ohio"] }, /^probeRegions must be AWS regions, not /],
    [{ contactUrl: "mailto:ops@example.com" }, /^contactUrl must be a web address, not /],
    [{ contactUrl: "https://example.com/ (robot)" }, /^contactUrl must be a web address, not /],
    [{ allowedOrigins: "*" }, /^allowedOrigins must be origins such as /],
    [{ allowedOrigins: "https://app.example.com/" }, /^allowedOrigins must be origins such as /],
    [
      { allowedOrigins: "https://a.example, b.example" },
      /^allowedOrigins must be origins such as /,
    ],
    [{ securityContact: "security@example.com" }, /^securityContact must be an https:\/\/ or /],
    [{ securityContact: "http://example.com" }, /^securityContact must be an https:\/\/ or /],
    [{ domainName: "https://api.example.com" }, /^domainName must be a host name such as /],
    [
      { certificateArn: "api.example.com" },
      /^certificateArn must be the ARN of a certificate, not /,
    ],
    [
      { restoredStreamArn: "arn:aws:dynamodb:eu-west-1:123456789012:table/Restored" },
      /^restoredStreamArn must be the ARN of a table's stream, not /,
    ],
    [{ nominatimUrl: "nominatim.example.com" }, /^nominatimUrl must be a web address, not /],
    [{ pageSpeedSecretArn: "pagespeed" }, /^pageSpeedSecretArn must be a secret's whole ARN, not /],
    [
      { pageSpeedSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed" },
      /^pageSpeedSecretArn must be a secret's whole ARN, not /,
    ],
  ])("is refused: %j", (deployment, line) => {
    expect(() => settingsFor("prod", deployment)).toThrow(line);
  });
});

/** What `-c` says. */
function contextOf(context: Record<string, string>) {
  return (name: string) => context[name];
}

/** Runs the app as `cdk` does, with `-c` for each of the context. */
function run(context: Record<string, string>) {
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const args = ["infra/app.ts"];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  return { status, stderr };
}
