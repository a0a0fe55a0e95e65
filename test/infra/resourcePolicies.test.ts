import { describe, expect, it } from "vitest";
import { EVERYTHING, RESTORED, type Resource, resourcesOf, synthesize } from "../support/stack.ts";

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Principal: { Service?: string };
  Condition?: Record<string, Record<string, unknown>>;
}

const template = synthesize("prod", EVERYTHING);
const OWN_ACCOUNT = { Ref: "AWS::AccountId" };

/** What no emulator checks: who may call, by the policy of what is called. */
describe("the policy of", () => {
  it.each(resourcesOf(template, "AWS::Scheduler::Schedule"))(
    "the role of %s lets the scheduler do to its target what it does, and no more",
    (_, { Properties }) => {
      const { Arn, RoleArn } = Properties.Target;
      const [roleId] = RoleArn["Fn::GetAtt"];
      const trust = template.Resources[roleId]?.Properties.AssumeRolePolicyDocument.Statement;
      expect(trust).toMatchObject([
        {
          Action: "sts:AssumeRole",
          Principal: { Service: "scheduler.amazonaws.com" },
          Condition: { StringEquals: { "aws:SourceAccount": OWN_ACCOUNT } },
        },
      ]);
      const isFunction = JSON.stringify(Arn).includes("Function");
      const Action = isFunction ? "lambda:InvokeFunction" : "sns:Publish";
      const allowed = policiesWith("AWS::IAM::Policy", "Roles", roleId);
      expect(allowed).toEqual([{ Effect: "Allow", Action, Resource: Arn }]);
    },
  );

  it("a queue lets the topic send to it that it subscribes to", () => {
    const subscriptions = resourcesOf(template, "AWS::SNS::Subscription").filter(
      ([, { Properties }]) => Properties.Protocol === "sqs",
    );
    expect(subscriptions).toHaveLength(1);
    for (const [, { Properties }] of subscriptions) {
      const [queue] = Properties.Endpoint["Fn::GetAtt"];
      expect(policiesWith("AWS::SQS::QueuePolicy", "Queues", queue).filter(allows)).toEqual([
        {
          Effect: "Allow",
          Action: "sqs:SendMessage",
          Principal: { Service: "sns.amazonaws.com" },
          Resource: Properties.Endpoint,
          Condition: { ArnEquals: { "aws:SourceArn": Properties.TopicArn } },
        },
      ]);
      // SNS can't use the key that AWS manages for SQS.
      expect(template.Resources[queue]?.Properties.KmsMasterKeyId).toBeUndefined();
    }
  });

  it("a topic lets SES publish events of its configuration set, before they are asked for", () => {
    const destinations = resourcesOf(template, "AWS::SES::ConfigurationSetEventDestination");
    expect(destinations).toHaveLength(1);
    for (const [, { Properties, DependsOn }] of destinations) {
      const topic = Properties.EventDestination.SnsDestination.TopicARN;
      const statements = policiesWith("AWS::SNS::TopicPolicy", "Topics", topic.Ref);
      const arn = ["arn:", ":ses:", ":configuration-set/"];
      expect(statements.filter(allows)).toMatchObject([
        {
          Action: "sns:Publish",
          Principal: { Service: "ses.amazonaws.com" },
          Resource: topic,
          Condition: { StringEquals: { "AWS:SourceAccount": OWN_ACCOUNT } },
        },
      ]);
      const source = JSON.stringify(statements.filter(allows)[0]?.Condition);
      for (const part of [...arn, Properties.ConfigurationSetName.Ref])
        expect(source).toContain(part);
      const policies = resourcesOf(template, "AWS::SNS::TopicPolicy").map(([id]) => id);
      expect(policies).toEqual(expect.arrayContaining(DependsOn ?? ["none"]));
      // SES publishes to no topic with the key that AWS manages for SNS.
      expect(template.Resources[topic.Ref]?.Properties.KmsMasterKeyId).toBeUndefined();
    }
  });
});

// A new account may run ten functions at once, and Lambda leaves at least those unreserved.
it("a stage can be stopped in a new account: functions are reserved nothing, or stay as they are", () => {
  const reserved = resourcesOf(synthesize("prod", RESTORED), "AWS::Lambda::Function").flatMap(
    ([, { Properties }]) => Properties.ReservedConcurrentExecutions ?? [],
  );
  expect(new Set(reserved)).toEqual(new Set([0]));
});

/** The statements of the policies of a type that are attached to a resource. */
function policiesWith(type: string, attached: string, id: string): Statement[] {
  return resourcesOf(template, type)
    .filter(([, { Properties }]: [string, Resource]) =>
      Properties[attached].some((each: { Ref: string }) => each.Ref === id),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
}

function allows({ Effect }: Statement): boolean {
  return Effect === "Allow";
}
