import { describe, expect, it } from "vitest";
import { EVERYTHING, resourcesOf, synthesize, synthesizeHealthCheck } from "../support/stack.ts";

const template = synthesize("prod", EVERYTHING);
const named = [
  ...Object.values(template.Resources),
  ...Object.values(synthesizeHealthCheck().Resources),
];

/** Properties that are the name of a resource in its region, but for those of things inside another. */
const NAME = /Name$/;
const NO_NAMES = [
  ...["FunctionName", "TableName", "StageName", "DomainName", "AttributeName", "PolicyName"],
  ...["ApplicationName", "DeploymentConfigName", "MetricName", "ServiceName", "Name"],
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

  it("has a name in its region only if something outside has to know it", () => {
    const names = named.flatMap(({ Type, Properties }) =>
      Object.entries(Properties ?? {}).flatMap(([property, value]) => {
        const isName = NAME.test(property) && typeof value === "string";
        const isOfFunction = Type === "AWS::Lambda::Function" && property === "FunctionName";
        const isOther = NO_NAMES.includes(property) && !isOfFunction;
        const isParameter = Type === "AWS::SSM::Parameter" && property === "Name";
        return isName && (!isOther || isParameter) ? [`${Type} ${value}`] : [];
      }),
    );
    expect([...new Set(names)].toSorted()).toEqual([
      // The operators' command line invokes it.
      "AWS::Lambda::Function reseller-monitoring-prod-admin",
      // The stream's mapping reads it when it is deployed.
      "AWS::SSM::Parameter /reseller-monitoring/prod/stream",
    ]);
  });
});

describe("a release", () => {
  const versionsOf = (release?: string) => {
    const made = synthesize("dev", release === undefined ? {} : { release });
    return {
      versions: resourcesOf(made, "AWS::Lambda::Version").map(([id]) => id),
      aliases: resourcesOf(made, "AWS::Lambda::Alias").map(
        ([, { Properties }]) => Properties.FunctionVersion["Fn::GetAtt"][0] as string,
      ),
    };
  };
  const before = versionsOf();
  const after = versionsOf("2026-11-29.1");

  it("publishes a new version of every function that has versions, the operators' too", () => {
    expect(after.versions).toHaveLength(before.versions.length);
    expect(after.versions.some((id) => id.startsWith("Admin"))).toBe(true);
    expect(after.versions.filter((id) => before.versions.includes(id))).toEqual([]);
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
