import { describe, expect, it } from "vitest";
import { functionBehind } from "../../infra/local/template.ts";
import { EVERYTHING, type Resource, resourcesOf, synthesize } from "../support/stack.ts";

const template = synthesize("prod", EVERYTHING);

/** A limit that no schema has; `actual` is the largest of the stack. */
interface Limit {
  what: string;
  source: string;
  most: number;
  actual: number;
}

const DOCS = "https://docs.aws.amazon.com";
const CLOUDFORMATION = `${DOCS}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`;
const LAMBDA = `${DOCS}/lambda/latest/dg/gettingstarted-limits.html`;
const MAPPINGS = `${DOCS}/lambda/latest/api/API_CreateEventSourceMapping.html`;
const IAM = `${DOCS}/IAM/latest/UserGuide/reference_iam-quotas.html`;
const CLOUDWATCH = `${DOCS}/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html`;
const METRIC_MATH = `${DOCS}/AmazonCloudWatch/latest/monitoring/alarm-data-queries.html`;

const functions = resourcesOf(template, "AWS::Lambda::Function");
const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping");

const limits: Limit[] = [
  {
    what: "resources of a stack",
    source: CLOUDFORMATION,
    most: 500,
    actual: Math.max(
      ...template.stacks.map((stack) => Object.keys(stack.template.Resources).length),
    ),
  },
  {
    what: "bytes of a template",
    source: CLOUDFORMATION,
    most: 1_000_000,
    actual: Math.max(...template.stacks.map((stack) => bytes(stack.template))),
  },
  {
    what: "bytes of a function's variables",
    source: LAMBDA,
    most: 4096,
    actual: largest(functions, ({ Environment }) => bytes(Environment?.Variables ?? {})),
  },
  {
    what: "characters of a filter",
    source: MAPPINGS,
    most: 4096,
    actual: largest(mappings, ({ FilterCriteria }) =>
      Math.max(
        0,
        ...(FilterCriteria?.Filters ?? []).map(
          ({ Pattern }: { Pattern: string }) => Pattern.length,
        ),
      ),
    ),
  },
  {
    what: "characters of a role's own policies",
    source: IAM,
    most: 10_240,
    actual: largest(resourcesOf(template, "AWS::IAM::Policy"), ({ PolicyDocument }) =>
      bytes(PolicyDocument),
    ),
  },
  {
    what: "characters of an alarm's description",
    source: CLOUDWATCH,
    most: 1024,
    actual: largest(
      resourcesOf(template, "AWS::CloudWatch::Alarm"),
      ({ AlarmDescription }) => AlarmDescription.length,
    ),
  },
  {
    what: "metrics of an alarm's expression",
    source: METRIC_MATH,
    most: 10,
    actual: largest(
      resourcesOf(template, "AWS::CloudWatch::Alarm"),
      ({ Metrics }) => (Metrics?.length ?? 1) - 1,
    ),
  },
];

describe("AWS's limits are kept, of", () => {
  it.each(limits)("$what: $most ($source)", ({ actual, most }) => {
    expect(actual).toBeGreaterThan(0);
    expect(actual).toBeLessThanOrEqual(most);
  });
});

it("a message stays hidden for as long as its function may work on it, and a few tries longer", () => {
  for (const [, { Properties }] of mappings) {
    const queue = template.Resources[Properties.EventSourceArn["Fn::GetAtt"][0]];
    if (queue?.Type !== "AWS::SQS::Queue") continue;
    const { Timeout } =
      template.Resources[functionBehind(template, Properties.FunctionName)]?.Properties ?? {};
    expect(queue.Properties.VisibilityTimeout).toBeGreaterThan(Timeout);
  }
});

function largest(
  resources: [string, Resource][],
  // biome-ignore lint/suspicious/noExplicitAny: properties of every shape
  measure: (properties: any) => number,
): number {
  return Math.max(...resources.map(([, { Properties }]) => measure(Properties)));
}

/** As JSON; references are longer than what they become. */
function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
