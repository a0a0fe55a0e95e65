import { describe, expect, it, vi } from "vitest";
import { settingsOf } from "../../infra/settings.ts";
import { stages } from "../../infra/stages.ts";
import { synthesizeOutside } from "../support/outsideStack.ts";
import {
  EVERYTHING,
  type Resource,
  resourcesOf,
  synthesize,
  theOne,
  WITHOUT_MAIL,
} from "../support/stack.ts";

const template = synthesizeOutside();
const prod = synthesize("prod", WITHOUT_MAIL);

describe("the stack that asks from outside", () => {
  it("refers to nothing of another stack", () => {
    expect(JSON.stringify(template)).not.toMatch(/Fn::ImportValue|Fn::GetStackOutput/);
  });

  it("knows the API by its address, and a key by a secret of its own", () => {
    const secret = resourcesOf(template, "AWS::SecretsManager::Secret").map(([id]) => ({
      Ref: id,
    }));
    expect(secret).toHaveLength(1);
    for (const [, { Properties }] of resourcesOf(template, "AWS::Lambda::Function")) {
      expect(Properties.Environment.Variables).toMatchObject({
        API_URL: "https://api.example.com",
        SANDBOX_KEY_SECRET_ARN: secret[0],
      });
    }
  });

  it("has an alarm for each question, and one for its own silence", () => {
    const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");
    const treated = alarms.map(([, { Properties }]) => [
      Properties.MetricName,
      Properties.TreatMissingData,
    ]);
    expect(treated).toEqual([
      ["RequestsFailed", "notBreaching"],
      ["WebhooksFailed", "notBreaching"],
      ["WebsitesFailed", "notBreaching"],
      ["RequestsFailed", "breaching"],
    ]);
    const [[topic] = []] = resourcesOf(template, "AWS::SNS::Topic");
    for (const [, { Properties }] of alarms) {
      expect(Properties).toMatchObject({
        AlarmActions: [{ Ref: topic }],
        OKActions: [{ Ref: topic }],
      });
    }
  });
});

describe.each([
  ["the service's alarms", prod],
  ["those from outside", template],
])("%s", (_, stack) => {
  it("go to two subscriptions of different kinds", () => {
    const subscriptions = resourcesOf(stack, "AWS::SNS::Subscription").map(
      ([, { Properties }]: [string, Resource]) => [Properties.Protocol, Properties.Endpoint],
    );
    expect(subscriptions.toSorted()).toEqual([
      ["email", "ops@example.com"],
      ["https", "https://alarms.example.com/in"],
    ]);
  });

  it("have a weekly heartbeat, whose role may publish to that topic only", () => {
    const [[topic] = []] = resourcesOf(stack, "AWS::SNS::Topic");
    const heartbeats = resourcesOf(stack, "AWS::Scheduler::Schedule").filter(
      ([, { Properties }]) => Properties.Target.Arn.Ref === topic,
    );
    expect(heartbeats).toHaveLength(1);
    expect(heartbeats[0]?.[1].Properties.ScheduleExpression).toBe("cron(0 8 ? * MON *)");
    const policies = resourcesOf(stack, "AWS::IAM::Policy").filter(([, { Properties }]) =>
      JSON.stringify(Properties.Roles).includes("Heartbeat"),
    );
    const statements = policies.flatMap(
      ([, { Properties }]) => Properties.PolicyDocument.Statement,
    );
    expect(statements).toEqual([
      { Action: "sns:Publish", Effect: "Allow", Resource: { Ref: topic } },
    ]);
  });
});

it("a function URL answers without a key, ten callers at once", () => {
  const { AuthType, TargetFunctionArn } = theOne(template, "AWS::Lambda::Url").Properties;
  expect(AuthType).toBe("NONE");
  const functions = resourcesOf(template, "AWS::Lambda::Function");
  const reserved = functions.map(([id, { Properties }]) => [
    id,
    Properties.ReservedConcurrentExecutions,
  ]);
  const [site] = TargetFunctionArn["Fn::GetAtt"];
  expect(reserved.toSorted()).toEqual(
    functions.map(([id]) => [id, id === site ? 10 : undefined]).toSorted(),
  );
});

describe("the settings", () => {
  const context = (name: string) => ({ stage: "prod" })[name];
  const before = { ...stages["prod"] };
  const withSettings = (settings: object) => {
    Object.assign(stages["prod"] ?? {}, settings);
    try {
      return settingsOf(context);
    } finally {
      for (const name of Object.keys(settings)) Reflect.deleteProperty(stages["prod"] ?? {}, name);
      Object.assign(stages["prod"] ?? {}, before);
    }
  };

  it("are accepted with the API's address, and refused without", () => {
    const { domainName: _, certificateArn: __, ...rest } = EVERYTHING;
    expect(withSettings({ ...rest, apiUrl: "https://api.example.com" })).toMatchObject(rest);
    expect(() => withSettings(rest)).toThrow("outsideRegion needs the API's address");
  });

  it("are refused if the region is the stage's own, by setting or by the profile", () => {
    const { outsideRegion } = EVERYTHING;
    const own = "outsideRegion must be another region than us-east-1";
    expect(() => withSettings({ ...EVERYTHING, region: outsideRegion })).toThrow(own);
    vi.stubEnv("CDK_DEFAULT_REGION", outsideRegion);
    expect(() => withSettings(EVERYTHING)).toThrow(own);
    const others = { ...EVERYTHING, region: "eu-west-1" };
    expect(withSettings(others)).toMatchObject(others);
    vi.unstubAllEnvs();
  });

  it("of prod need a second way for alarms", () => {
    const { alarmWebhook: _, ...rest } = EVERYTHING;
    expect(() => withSettings(rest)).toThrow("The stage prod needs alarmWebhook");
    expect(() => withSettings({ ...rest, alarmWebhook: "http://x.example" })).toThrow(
      "alarmWebhook must be an https:// address",
    );
  });
});
