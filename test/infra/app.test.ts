import { describe, expect, it } from "vitest";
import { type Settings, settingsFor, settingsOf } from "../../infra/settings.ts";
import { assertDeployable } from "../../infra/settingsSchema.ts";
import { stages } from "../../infra/stages.ts";

describe("the stage", () => {
  it("is dev by default", () => {
    expect(settingsFor()).toEqual(settingsFor("dev"));
  });

  it.each(["staging", "", "toString"])("is not %j", (stage) => {
    expect(() => settingsFor(stage)).toThrow(`There is no stage "${stage}", only dev and prod.`);
  });
});

describe("prod", () => {
  it("is not synthesized without a recipient of its alarms and a contact page for owners of websites", () => {
    expect(() => settingsOf(contextOf({ stage: "prod" }))).toThrow(
      "The stage prod needs page (who is told of an outage at once), notify (who is told of everything else), budgetUsd (what a month on AWS may cost) and contactUrl (a page that tells website owners who visits them): add them to infra/stages.ts, under prod.",
    );
  });

  it("is with both, and dev without", () => {
    const contactUrl = "https://example.com/robot";
    const apiUrl = "https://abc.execute-api.eu-west-1.amazonaws.com";
    const recipients = { page: ["https://example.com/in"], notify: ["ops@example.com"] };
    const alarms = { ...recipients, budgetUsd: 100 };
    const complete = { contactUrl, apiUrl, ...alarms };
    expect(() => assertDeployable(settingsFor("prod", complete))).not.toThrow();
    expect(() => assertDeployable(settingsFor("prod", { contactUrl }))).toThrow("needs page (");
    const noAddress = settingsFor("prod", { contactUrl, ...alarms });
    expect(() => assertDeployable(noAddress)).toThrow("The health check needs the API's address");
    expect(() => assertDeployable({ ...noAddress, isProtected: false })).not.toThrow();
    expect(() => assertDeployable(settingsFor("prod", alarms))).toThrow("needs contactUrl (");
    expect(() => assertDeployable(settingsFor("dev"))).not.toThrow();
  });
});

describe("a flag of one deployment", () => {
  it.each([
    [{}, {}],
    [{ first: "true" }, { isProtected: false }],
    [{ urgent: "true" }, { isUrgent: true }],
    [{ release: "2026-11-29.1" }, { release: "2026-11-29.1" }],
    [
      { first: "true", urgent: "true" },
      { isProtected: false, isUrgent: true },
    ],
  ])("changes what it says: %j", (context: Record<string, string>, settings) => {
    expect(settingsOf(contextOf(context))).toEqual({ ...settingsFor("dev"), ...settings });
  });

  it.each(["yes", "false", ""])("is true or left out, and not %j", (value) => {
    expect(() => settingsOf(contextOf({ urgent: value }))).toThrow(
      /^-c urgent must be true or left out, not "/,
    );
  });
});

describe("a setting of the deployment", () => {
  it("is taken from the file only: a flag that is left out next time would undo it", () => {
    expect(() => settingsOf(contextOf({ contactUrl: "https://example.com" }))).toThrow(
      "-c contactUrl is not supported: set contactUrl in infra/stages.ts, under dev.",
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
        "domainName and certificateArn belong together: set both in infra/stages.ts, under dev.",
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
    [
      { page: ["ops"] },
      /^page\.0 must be e-mail addresses and https:\/\/ addresses, not \["ops"\]$/,
    ],
    [
      { cleanup: { memoryMb: 512, maxConcurrency: 1 } },
      /^cleanup\.maxConcurrency must be a whole number of 2 or more, not 1$/,
    ],
    [{ latencyAlarmMs: "5" }, /^latencyAlarmMs must be a whole number of 1 or more, not "5"$/],
    [{ hasCanary: "yes" }, /^hasCanary must be true or false, not "yes"$/],
    [{ mailer: { memoryMb: 512 } }, /^The setting mailer\.maxConcurrency is missing: add it to /],
    [{ mailSender: "" }, /^There is no setting mailSender: remove it from infra\/stages\.ts, /],
    [{ mailFrom: '"x" <a@example.com>' }, /^mailFrom must be an e-mail address, in ASCII, not /],
    [{ mailFrom: "ä@example.com" }, /^mailFrom must be an e-mail address, in ASCII, not /],
    [{ notify: ["http://x.example"] }, /^notify\.0 must be e-mail addresses and https/],
    [{ probeRegions: [] }, /^probeRegions must be AWS regions, not \[\]$/],
    [{ probeRegions: ["us-east-1", "Ohio"] }, /^probeRegions\.1 must be AWS regions, not /],
    [{ contactUrl: "https://example.com/ (robot)" }, /^contactUrl must be a web address, not /],
    [{ securityContact: "security@example.com" }, /^securityContact must be an https:\/\/ or /],
    [{ domainName: "https://api.example.com" }, /^domainName must be a host name such as /],
    [
      { certificateArn: "api.example.com" },
      /^certificateArn must be the ARN of a certificate, not /,
    ],
    [
      { restoredStreamArn: "arn:aws:dynamodb:eu-west-1:123456789012:table/Restored" },
      /^restoredStreamArn must be the ARN of a table's stream, not /,
    ],
    [
      { pageSpeedSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed" },
      /^pageSpeedSecretArn must be a secret's whole ARN, not /,
    ],
  ])("is refused: %j", (deployment, line) => {
    expect(() => settingsFor("prod", deployment as Partial<Settings>)).toThrow(line);
  });
});

/** What `-c` says. */
function contextOf(context: Record<string, string>) {
  return (name: string) => context[name];
}
