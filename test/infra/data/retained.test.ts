import { describe, expect, it } from "vitest";
import { EVERYTHING, synthesize } from "../../support/stack.ts";

/** The property by which a resource of each type that is kept could be given a name. */
const NAMES: Record<string, string> = {
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::Logs::LogGroup": "LogGroupName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SecretsManager::Secret": "Name",
};

const prod = Object.entries(synthesize("prod", EVERYTHING).Resources);
const dev = Object.entries(synthesize("dev").Resources);
const retained = prod.filter(([, { DeletionPolicy = "Delete" }]) => DeletionPolicy !== "Delete");

describe("what outlives the stack in prod", () => {
  it("is everything that has data", () => {
    const withData = prod.filter(([, { Type }]) => NAMES[Type]);
    expect(retained.map(([id]) => id)).toEqual(withData.map(([id]) => id));
    expect(new Set(retained.map(([, { Type }]) => Type))).toEqual(new Set(Object.keys(NAMES)));
  });

  it("is deleted if the stack could not be made, and leaves its name to the next one", () => {
    for (const [id, { Type, Properties, ...policies }] of retained) {
      expect(policies, id).toMatchObject({
        DeletionPolicy: "RetainExceptOnCreate",
        UpdateReplacePolicy: "Retain",
      });
      const name = Properties[NAMES[Type] ?? ""];
      // Where there is one, this stack's own id is part of it.
      if (name !== undefined) expect(JSON.stringify(name), id).toContain("AWS::StackId");
    }
  });
});

it("nothing outlives the stack in dev", () => {
  const policies = dev.map(([, { DeletionPolicy = "Delete" }]) => DeletionPolicy);
  expect(new Set(policies)).toEqual(new Set(["Delete"]));
});

it("a bucket is emptied where it is deleted with the stack, and only there", () => {
  const emptied = (resources: typeof dev) =>
    resources.flatMap(([, { Type, Properties }]) =>
      Type === "Custom::S3AutoDeleteObjects" ? Properties.BucketName.Ref : [],
    );
  const buckets = dev.filter(([, { Type }]) => Type === "AWS::S3::Bucket").map(([id]) => id);
  expect(emptied(dev)).toEqual(buckets);
  expect(emptied(prod)).toEqual([]);
});

// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-updating-stacks-direct.html
it("what is no longer to be kept changes in a property too, or CloudFormation would not notice", () => {
  const leaving = { ...EVERYTHING, isProtected: false, keepData: false };
  const { Resources } = synthesize("prod", leaving);
  for (const [id, { Properties }] of retained) {
    expect(Resources[id]?.DeletionPolicy ?? "Delete", id).toBe("Delete");
    expect(Resources[id]?.Properties, id).not.toEqual(Properties);
  }
});
