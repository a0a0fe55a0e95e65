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
const functions = new Map(
  resourcesOf(template, "AWS::Lambda::Function").map(([, handler]) => [
    folderOf(handler),
    handler.Properties,
  ]),
);

describe("the schedule", () => {
  const { Properties } = minuteSchedule(template);

  it("is called each minute, on the minute", () => {
    expect(Properties).toMatchObject({
      ScheduleExpression: "rate(1 minute)",
      FlexibleTimeWindow: { Mode: "OFF" },
    });
    expect(Properties.State ?? "ENABLED").toBe("ENABLED");
    expect(folderBehind(template, Properties.Target.Arn)).toBe("schedule");
  });

  it("is not called for a minute that has passed: the next call makes up for it", () => {
    expect(Properties.Target.RetryPolicy).toEqual({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    // Nor by Lambda, which keeps such calls for hours, and makes those that failed twice more.
    const { Properties: kept } = theOne(template, "AWS::Lambda::EventInvokeConfig");
    expect(folderBehind(template, kept.FunctionName)).toBe("schedule");
    expect(kept).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
  });
});

// Lambda ends what looks like a loop after some 16 calls, the message is then given up:
// https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
it("a worker may go on by its own queue as often as it takes, and no other function may", () => {
  const endless = [...functions].filter(([, { RecursiveLoop }]) => RecursiveLoop === "Allow");
  const toThemselves = workersOf(template).filter((worker) =>
    statementsOf(worker).some(
      ({ Action, Resource }) =>
        Action === "sqs:SendMessage" && Resource["Fn::GetAtt"]?.[0] === queueOf(worker),
    ),
  );
  expect(endless.map(([worker]) => worker).toSorted()).toEqual(toThemselves.toSorted());
  expect(toThemselves).toContain("cleanup");
  expect(toThemselves).not.toContain("deliverer");
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

/** What a worker's own role allows it. */
function statementsOf(worker: string) {
  const role = functions.get(worker)?.Role["Fn::GetAtt"][0];
  return resourcesOf(template, "AWS::IAM::Policy")
    .filter(([, { Properties }]) => Properties.Roles[0].Ref === role)
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
}

/** The logical id of the queue that feeds a worker. */
function queueOf(worker: string): string | undefined {
  return mappingsOf(template, "AWS::SQS::Queue").find(({ folder }) => folder === worker)?.source;
}
