import { describe, expect, it } from "vitest";
import type { Settings } from "../../infra/settings.ts";
import { stages } from "../../infra/stages.ts";
import { thoroughly } from "../support/runs.ts";
import { EVERYTHING, RESTORED, resourcesOf, synthesize } from "../support/stack.ts";

const ROUTE = "AWS::ApiGatewayV2::Route";

const settings: [stage: string, given: Partial<Settings>][] = [
  ...thoroughly(Object.keys(stages), ["prod"]).map((stage): [string, Partial<Settings>] => [
    stage,
    EVERYTHING,
  ]),
  ["dev", {}],
  ["prod", {}],
  ["prod", RESTORED],
];

describe.each(settings)("the stacks of %s with %j", (stage, given) => {
  const { stacks } = synthesize(stage, given);

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
