import { describe, expect, it } from "vitest";
import { resourcesOf, synthesize } from "../../support/stack.ts";

const template = synthesize("prod");

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string[]>>;
}

const statements: Statement[] = resourcesOf(template, "AWS::IAM::Policy").flatMap(
  ([, { Properties }]) => Properties.PolicyDocument.Statement,
);

describe("the audit log", () => {
  it("can be changed or removed by no role", () => {
    const [tableId = ""] = resourcesOf(template, "AWS::DynamoDB::GlobalTable")[0] ?? [];
    const onTable = statements.filter(
      ({ Action, Resource }) =>
        JSON.stringify(Resource).includes(tableId) &&
        [Action].flat().some((action) => action.startsWith("dynamodb:")) &&
        !JSON.stringify(Resource).includes("/stream") &&
        !JSON.stringify(Resource).includes("StreamArn"),
    );
    expect(onTable.length).toBeGreaterThan(30);
    const actions = onTable.flatMap(({ Action, Condition }) => {
      const keys = Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"] ?? [
        "auditLog#",
      ];
      const isOnLog = keys.some((key) => "auditLog#".startsWith(key.replace(/\*$/, "")));
      return isOnLog ? [Action].flat() : [];
    });
    expect([...new Set(actions)].toSorted()).toEqual([
      "dynamodb:BatchGetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
    ]);
  });
});
