import { describe, expect, it } from "vitest";
import {
  EVERYTHING,
  folderBehind,
  folderOf,
  mappingsOf,
  minuteSchedule,
  resourcesOf,
  synthesize,
  theOne,
  workersOf,
} from "../../support/stack.ts";

const template = synthesize("prod", EVERYTHING);
describe("the schedule", () => {
  const { Properties } = minuteSchedule(template);

  it("is not called for a minute that has passed: the next call makes up for it", () => {
    expect(Properties.Target.RetryPolicy).toEqual({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    // Nor by Lambda, which keeps such calls for hours, and makes those that failed twice more.
    const { Properties: invocation } = theOne(template, "AWS::Lambda::EventInvokeConfig");
    expect(folderBehind(template, invocation.FunctionName)).toBe("schedule");
    expect(invocation).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
  });
});

it("every worker gives back only the messages that failed", () => {
  for (const { folder, Properties } of mappingsOf(template, "AWS::SQS::Queue")) {
    expect(Properties.FunctionResponseTypes, folder).toEqual(["ReportBatchItemFailures"]);
  }
});

it("websites are told the contact page, or the API's own address where the settings name none", () => {
  const contactsOf = (built: typeof template) =>
    workersOf(built).flatMap((worker) => {
      const all = resourcesOf(built, "AWS::Lambda::Function");
      const [, handler] = all.find(([, each]) => folderOf(each) === worker) ?? [];
      return handler?.Properties.Environment.Variables.CONTACT_URL ?? [];
    });
  expect(new Set(contactsOf(template))).toEqual(new Set([EVERYTHING.contactUrl]));
  const dev = synthesize("dev");
  const [[api] = [""]] = resourcesOf(dev, "AWS::ApiGatewayV2::Api");
  for (const contact of contactsOf(dev)) {
    expect(contact).toEqual({ "Fn::GetAtt": [api, "ApiEndpoint"] });
  }
});
