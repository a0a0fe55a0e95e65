import { describe, expect, it } from "vitest";
import type { Settings } from "../../infra/settings.ts";
import { stages } from "../../infra/stages.ts";
import { findCircle } from "../support/circle.ts";
import { thoroughly } from "../support/runs.ts";
import {
  EVERYTHING,
  RESTORED,
  resourcesOf,
  synthesize,
  synthesizeHealthCheck,
} from "../support/stack.ts";

const ROUTE = "AWS::ApiGatewayV2::Route";

const settings: [stage: string, own: Partial<Settings>][] = [
  ...thoroughly(Object.keys(stages), ["prod"]).map((stage): [string, Partial<Settings>] => [
    stage,
    EVERYTHING,
  ]),
  ["dev", {}],
  ["prod", {}],
  ["prod", RESTORED],
];

describe.each(settings)("the stacks of %s with %j", (stage, own) => {
  const { stacks, Resources } = synthesize(stage, own);

  it("need the one before and none after, so that --all deploys them in this order and destroys them in the other", () => {
    for (const [index, { stackName, needs }] of stacks.entries()) {
      const earlier = stacks.slice(0, index).map((each) => each.stackName);
      for (const needed of needs) expect(earlier, stackName).toContain(needed);
      expect(needs, stackName).toEqual(index > 0 ? expect.arrayContaining(earlier.slice(-1)) : []);
    }
  });

  it("read each other's outputs without exports, which block the removal of what they name", () => {
    const text = JSON.stringify(stacks);
    expect(text).not.toMatch(/Fn::ImportValue|"Export"/);
    for (const { stackName, needs, template } of stacks) {
      const read = [...JSON.stringify(template).matchAll(/"StackName":"([^"]+)"/g)];
      for (const [, from = ""] of read) expect(needs, stackName).toContain(from);
    }
  });

  // CloudFormation makes a resource after those that it refers to.
  it("have no circle of resources", () => {
    const nextOf = (id: string) =>
      namesIn(Resources[id]).filter((next) => Object.hasOwn(Resources, next));
    expect(findCircle(Object.keys(Resources), nextOf)).toEqual([]);
  });

  it("have neither a logical id nor an output in common", () => {
    const ids = stacks.flatMap(({ template }) => Object.keys(template.Resources));
    const outputs = stacks.flatMap(({ template }) => Object.keys(template.Outputs ?? {}));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(outputs).size).toBe(outputs.length);
  });
});

describe("a stack", () => {
  const { stacks } = synthesize("prod", EVERYTHING);
  const whichHave = (type: string) =>
    stacks.flatMap(({ stackName, template }) =>
      resourcesOf(template, type).length > 0 ? [stackName.split("-").at(-1)] : [],
    );

  it("alone keeps the table and the signing key, and no function", () => {
    expect(whichHave("AWS::DynamoDB::GlobalTable")).toEqual(["data"]);
    expect(whichHave("AWS::SecretsManager::Secret")).toEqual(["data"]);
    expect(whichHave("AWS::Lambda::Function")).toEqual(["api", "workers"]);
  });

  // In two stacks, one would make the route before the other removes it, which API Gateway refuses.
  it("has all routes, so that a route that moves from group to group keeps its logical id", () => {
    expect(whichHave(ROUTE)).toEqual(["api"]);
    expect(whichHave("AWS::ApiGatewayV2::Integration")).toEqual(["api"]);
    for (const [id, { Properties }] of resourcesOf(synthesize("prod"), ROUTE)) {
      const path: string = Properties.RouteKey.replaceAll(/\W|_/g, "");
      expect(id.slice(0, -8)).toBe(`ApiHttp${path === "default" ? "DefaultRoute" : path}`);
    }
  });

  it("makes the alarms that stop its deployment itself", () => {
    for (const { template } of stacks) {
      const named = resourcesOf(template, "AWS::CodeDeploy::DeploymentGroup").flatMap(
        ([, { Properties }]) =>
          Properties.AlarmConfiguration.Alarms.map(
            ({ Name }: { Name: { Ref: string } }) => Name.Ref,
          ),
      );
      for (const id of named) expect(template.Resources[id]?.Type).toBe("AWS::CloudWatch::Alarm");
    }
    expect(whichHave("AWS::CodeDeploy::DeploymentGroup")).toEqual(["api", "workers"]);
  });

  it("follows the stream by a constant text, as another would replace the mapping", () => {
    const [, , workers] = stacks;
    const mappings = workers
      ? resourcesOf(workers.template, "AWS::Lambda::EventSourceMapping")
      : [];
    const [stream] = mappings.filter(([, { Properties }]) => Properties.StartingPosition);
    expect(stream?.[1].Properties.EventSourceArn).toBe(
      "{{resolve:ssm:/reseller-monitoring/prod/stream}}",
    );
    for (const [, { Properties }] of mappings) {
      expect(JSON.stringify(Properties)).not.toContain("Fn::GetStackOutput");
    }
  });
});

describe("a resource", () => {
  // Names of IAM, Budgets and Route 53 are global to the account: a stage in a second region could not have them.
  it("has no name that is global to the account", () => {
    const resources = [synthesize("prod", EVERYTHING), synthesizeHealthCheck()].flatMap((each) =>
      Object.values(each.Resources),
    );
    const global = /^AWS::(IAM|Budgets|Route53)::/;
    for (const { Type, Properties } of resources) {
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
    const template = synthesize("dev", release === undefined ? {} : { release });
    return resourcesOf(template, "AWS::Lambda::Version").map(([id]) => id);
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
  const template = synthesize("prod", EVERYTHING);

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

it("prod with every setting is what stack.txt says; after an intended change, run this file with -u and review the difference", async () => {
  await expect(reviewed(synthesize("prod", EVERYTHING))).toMatchFileSnapshot("stack.txt");
});

/** What a reviewer reads of a resource, by its type. */
const REVIEWED: Record<string, string[]> = {
  "AWS::ApiGatewayV2::Route": ["RouteKey", "Target"],
  "AWS::ApiGatewayV2::Stage": ["DefaultRouteSettings", "RouteSettings"],
  "AWS::CloudWatch::Alarm": [
    ...["Metrics", "Statistic", "ExtendedStatistic", "MetricName", "Period"],
    ...["ComparisonOperator", "Threshold", "EvaluationPeriods", "TreatMissingData", "AlarmActions"],
  ],
  "AWS::IAM::ManagedPolicy": ["PolicyDocument"],
  "AWS::IAM::Policy": ["PolicyDocument"],
  "AWS::Lambda::EventSourceMapping": [
    ...["EventSourceArn", "BatchSize", "MaximumBatchingWindowInSeconds", "ScalingConfig"],
  ],
  "AWS::Lambda::Function": ["MemorySize", "Timeout", "RecursiveLoop", "Environment"],
  "AWS::S3::BucketPolicy": ["PolicyDocument"],
  "AWS::SNS::TopicPolicy": ["PolicyDocument"],
  "AWS::SQS::Queue": ["VisibilityTimeout", "RedrivePolicy"],
  "AWS::SQS::QueuePolicy": ["PolicyDocument"],
  "AWS::Scheduler::Schedule": ["ScheduleExpression", "Target"],
};

/** A line for each resource that is reviewed, and below it one for each element of its lists. */
function reviewed({ Resources }: ReturnType<typeof synthesize>): string {
  const lines = Object.keys(Resources)
    .toSorted()
    .flatMap((id) => {
      const { Type = "", Properties } = Resources[id] ?? {};
      const parts = (REVIEWED[Type] ?? []).flatMap((name): [string, unknown][] =>
        Properties[name] === undefined
          ? []
          : [[name, Properties[name].Statement ?? Properties[name]]],
      );
      if (parts.length === 0) return [];
      const own = Object.fromEntries(parts.filter(([, part]) => !Array.isArray(part)));
      const lists = parts.flatMap(([, part]) => (Array.isArray(part) ? part : []));
      const head = `${Type.slice("AWS::".length)} ${asText({ Ref: id })} ${asText(own)}`;
      return [head, ...lists.map((part) => `  ${asText(part)}`)];
    });
  return `${Object.keys(Resources).length} resources\n${lines.join("\n")}\n`;
}

/** JSON without quotes, in which a reference is what it names. */
function asText(part: unknown): string {
  const named = (_: string, value: unknown) =>
    isReference(value) ? leavesOf(value).join(" ").trim() : value;
  return JSON.stringify(part, named).replaceAll('"', "");
}

function isReference(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    /^(Ref|Fn::\w+)$/.test(Object.keys(value)[0] ?? "")
  );
}

/** The texts of a reference. Logical ids are without their hash, which changes with the code of a function. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leavesOf);
  return [String(value).replace(/[0-9A-F]{8}([0-9a-f]{32})?$/, "")];
}

/** What any part of a template refers to, its update policy too. */
function namesIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === "Ref" || name === "DependsOn") return [value].flat().map(String);
    if (name === "Fn::GetAtt") return [String(value[0])];
    if (name === "Fn::Sub") return JSON.stringify(value).match(/(?<=\$\{)\w+/g) ?? [];
    return namesIn(value);
  });
}
