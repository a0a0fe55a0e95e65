import { describe, expect, it } from "vitest";
import { EVERYTHING, resourcesOf, synthesize, synthesizeHealthCheck } from "../support/stack.ts";

const template = synthesize("prod", EVERYTHING);
const named = [
  ...Object.values(template.Resources),
  ...Object.values(synthesizeHealthCheck().Resources),
];

describe("a resource", () => {
  // Names of IAM, Budgets and Route 53 are global to the account: a stage in a second region could not have them.
  it("has no name that is global to the account", () => {
    const global = /^AWS::(IAM|Budgets|Route53)::/;
    for (const { Type, Properties } of named) {
      if (!global.test(Type)) continue;
      const { RoleName, ManagedPolicyName, GroupName, Budget } = Properties ?? {};
      expect([RoleName, ManagedPolicyName, GroupName, Budget?.BudgetName], Type).toEqual(
        Array(4).fill(undefined),
      );
    }
  });
});

describe("a release", () => {
  const versionsOf = (release?: string) => {
    const made = synthesize("dev", release === undefined ? {} : { release });
    return resourcesOf(made, "AWS::Lambda::Version").map(([id]) => id);
  };
  const before = versionsOf();
  const after = versionsOf("2026-11-29.1");

  it("publishes a new version of every function that has versions, the operators' too", () => {
    expect(after).toHaveLength(before.length);
    expect(after.some((id) => id.startsWith("Admin"))).toBe(true);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });
});

describe("the quotas of a new account", () => {
  // Lambda retries a throttled call for a while, then the message is received again, which counts:
  // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
  it("don't make dead letters of messages that never ran, for 20 minutes at least", () => {
    for (const [, { Properties }] of resourcesOf(template, "AWS::SQS::Queue")) {
      if (!Properties.RedrivePolicy) continue;
      const { maxReceiveCount } = Properties.RedrivePolicy;
      expect(maxReceiveCount * Properties.VisibilityTimeout).toBeGreaterThanOrEqual(20 * 60);
    }
    for (const [, { Properties }] of resourcesOf(template, "AWS::Lambda::EventSourceMapping")) {
      if (Properties.StartingPosition) continue;
      expect(Properties.ScalingConfig.MaximumConcurrency).toBeGreaterThanOrEqual(2);
    }
  });
});
