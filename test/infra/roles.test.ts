import { describe, expect, it } from "vitest";
import { type Resource, resourcesOf, synthesize } from "../support/stack.ts";

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

const template = synthesize();
const roles = resourcesOf(template, "AWS::IAM::Role");
const policies = resourcesOf(template, "AWS::IAM::Policy");
const [tableId] = resourcesOf(template, "AWS::DynamoDB::GlobalTable")[0] ?? [];
const table = { "Fn::GetAtt": [tableId, "Arn"] };
const index = { "Fn::Join": ["", [table, "/index/gsi1"]] };
const stream = { "Fn::GetAtt": [tableId, "StreamArn"] };

describe("the roles", () => {
  it("have no policy but their own", () => {
    for (const [, { Properties }] of roles) {
      expect(Properties.ManagedPolicyArns).toBeUndefined();
      expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
        expect.objectContaining({ Principal: { Service: "lambda.amazonaws.com" } }),
      ]);
    }
    for (const [, { Properties }] of policies) expect(Properties.Roles).toHaveLength(1);
  });

  it.each(policies)("of %s allow no action by a wildcard", (_, policy) => {
    expect(actionsOf(policy).filter((action) => action.includes("*"))).toEqual([]);
  });

  it.each(policies)("of %s reach the table, its index, their log and traces only", (_, policy) => {
    for (const { Action, Resource } of statementsOf(policy)) {
      const [action = ""] = [Action].flat();
      if (action.startsWith("xray:")) expect(Resource).toBe("*");
      else if (action.startsWith("logs:")) expect(Resource).toEqual(arnOf(/Logs/));
      else if (action.startsWith("sqs:")) expect(Resource).toEqual(arnOf(/DeadLetters/));
      else expect([table, index, stream]).toContainEqual(Resource);
    }
  });

  it("let nobody scan the table or change its settings", () => {
    const data = /^dynamodb:(Get|BatchGet|Put|Update|Delete|ConditionCheck|BatchWrite)Item$/;
    const read = /^dynamodb:(Query|DescribeStream|GetRecords|GetShardIterator|ListStreams)$/;
    const actions = policies
      .flatMap(([, policy]) => actionsOf(policy))
      .filter((action) => action.startsWith("dynamodb:"));
    expect(actions.filter((action) => !data.test(action) && !read.test(action))).toEqual([]);
  });

  it("let a function that only reads write nothing but the use of a key", () => {
    const [, users] = policies.find(([id]) => id.includes("Users")) ?? [];
    const statements = users ? statementsOf(users) : [];
    expect(statements.filter(({ Resource }) => JSON.stringify(Resource).includes("Table"))).toEqual(
      [
        {
          Effect: "Allow",
          Action: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
          Resource: table,
          Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["apiKey#*"] } },
        },
        { Effect: "Allow", Action: "dynamodb:Query", Resource: table },
      ],
    );
  });
});

function statementsOf({ Properties }: Resource): Statement[] {
  return Properties.PolicyDocument.Statement;
}

function actionsOf(policy: Resource): string[] {
  return statementsOf(policy).flatMap(({ Action }) => Action);
}

function arnOf(logicalId: RegExp) {
  return { "Fn::GetAtt": [expect.stringMatching(logicalId), "Arn"] };
}
