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
