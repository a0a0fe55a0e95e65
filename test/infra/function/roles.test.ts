import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { functionBehind } from "../../../infra/local/template.ts";
import {
  folderOf,
  functionsOf,
  type Resource,
  resourcesOf,
  synthesize,
} from "../../support/stack.ts";

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

const template = synthesize();
const roles = resourcesOf(template, "AWS::IAM::Role").filter(
  // The CDK's own function, which empties the bucket of a stage that keeps nothing, has a role of AWS.
  ([id]) => !id.startsWith("CustomS3AutoDeleteObjects"),
);
const policies = resourcesOf(template, "AWS::IAM::Policy");
const queues = new Set(resourcesOf(template, "AWS::SQS::Queue").map(([id]) => id));

describe("the roles", () => {
  it("have no policy but their own", () => {
    for (const [, { Properties }] of roles) {
      expect(Properties.ManagedPolicyArns).toBeUndefined();
      const service = expect.stringMatching(/^(lambda|scheduler|codedeploy)\.amazonaws\.com$/);
      expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
        expect.objectContaining({ Principal: { Service: service } }),
      ]);
    }
    for (const [, { Properties }] of policies) expect(Properties.Roles).toHaveLength(1);
    // The CDK makes one of what is too long for a role.
    const managed = resourcesOf(template, "AWS::IAM::ManagedPolicy");
    expect(managed.map(([, { Properties }]) => Properties.Description)).toEqual([
      "Allows operators of the stage dev to read",
      "Allows operators of the stage dev to write",
    ]);
  });

  it.each(policies)("of %s allow no action by a wildcard", (_, policy) => {
    expect(actionsOf(policy).filter((action) => action.includes("*"))).toEqual([]);
  });

  it.each(functionsOf(template).filter(isNotAdmin))(
    "let %s send to the queues in its variables and receive from its own, no more",
    (id, { Properties }) => {
      const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping")
        .map(([, mapping]) => mapping.Properties)
        .filter(({ FunctionName }) => functionBehind(template, FunctionName) === id);
      const targets = Object.values<{ Ref?: string }>(Properties.Environment?.Variables ?? {})
        .map(({ Ref = "" }) => Ref)
        .filter((id) => queues.has(id));
      const fedBy = mappings
        .map(({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"][0])
        .filter((id) => queues.has(id));
      const received = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
      const arn = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });
      const role = Properties.Role["Fn::GetAtt"][0];
      const statements = policies
        .filter(([, policy]) => policy.Properties.Roles[0].Ref === role)
        .flatMap(([, policy]) => statementsOf(policy))
        .filter(({ Action }) => [Action].flat()[0]?.startsWith("sqs:"));
      const wanted = [
        ...targets.map((id) => allowed("sqs:SendMessage", arn(id))),
        ...fedBy.map((id) => allowed(received, arn(id))),
      ];
      expect(statements).toHaveLength(wanted.length);
      expect(statements).toEqual(expect.arrayContaining(wanted));
    },
  );
});

it("the operators' function has each variable that its commands require", () => {
  const sources = globSync("functions/operators/*.ts").map((file) => readFileSync(file, "utf8"));
  const required = sources.flatMap((text) => [...text.matchAll(/requireEnv\("((?!AWS_)\w+)"\)/g)]);
  const [, operators] = functionsOf(template).find((each) => !isNotAdmin(each)) ?? [];
  const variables = Object.keys(operators?.Properties.Environment.Variables);
  expect(variables).toEqual(expect.arrayContaining(required.map(([, name]) => name)));
});

/** The operators' function receives from dead letters, too. */
function isNotAdmin([, handler]: [string, Resource]): boolean {
  return folderOf(handler) !== "operators";
}

function allowed(Action: string | string[], Resource: unknown) {
  return { Effect: "Allow", Action, Resource };
}

/** One for each resource that it allows something on. */
function statementsOf({ Properties }: Resource): Statement[] {
  return Properties.PolicyDocument.Statement.flatMap((statement: Statement) =>
    [statement.Resource].flat().map((Resource) => ({ ...statement, Resource })),
  );
}

function actionsOf(policy: Resource): string[] {
  return statementsOf(policy).flatMap(({ Action }) => Action);
}
