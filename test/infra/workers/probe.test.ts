import { describe, expect, it } from "vitest";
import { withApp } from "../../../infra/local/assembly.ts";
import { settingsFor } from "../../../infra/settings.ts";
import { addProbes } from "../../../infra/workers/probe.ts";
import {
  EVERYTHING,
  folderOf,
  mappingsOf,
  type Resource,
  resourcesOf,
  synthesize,
} from "../../support/stack.ts";

const NAME = "reseller-monitoring-prod-probe";
const CHECKS_A_MESSAGE = 10;

/** The stacks of the probes by their regions. */
function synthesizeProbes() {
  return withApp((app) => {
    const stacks = addProbes(app, settingsFor("prod", EVERYTHING));
    const assembly = app.synth();
    return stacks.map(({ artifactId, region, stackName }) => {
      const { template } = assembly.getStackArtifact(artifactId);
      return { region, stackName, template };
    });
  });
}

const probes = synthesizeProbes();
const [{ template } = { template: { Resources: {}, Outputs: {} } }] = probes;

function workerOf(stage: ReturnType<typeof synthesize>): Resource {
  const functions = resourcesOf(stage, "AWS::Lambda::Function");
  const [, worker] = functions.find(([, each]) => folderOf(each) === "uptime") ?? [];
  if (!worker) throw new Error("There is no uptime worker");
  return worker;
}

/** Every statement of the policies of a template that names an action of Lambda. */
function invocationsIn(stage: ReturnType<typeof synthesize>) {
  return resourcesOf(stage, "AWS::IAM::Policy").flatMap(([, { Properties }]) =>
    Properties.PolicyDocument.Statement.filter(({ Action }: { Action: string | string[] }) =>
      [Action].flat().some((action) => action === "lambda:InvokeFunction"),
    ).map((statement: object) => ({ statement, roles: Properties.Roles })),
  );
}

describe("the probe of a region", () => {
  it("is in a stack of its own in each region, which needs no other", () => {
    expect(probes.map(({ region, stackName }) => [region, stackName])).toEqual([
      ["us-east-1", "ResellerMonitoring-prod-probe-us-east-1"],
      ["ap-southeast-2", "ResellerMonitoring-prod-probe-ap-southeast-2"],
    ]);
    expect(JSON.stringify(probes)).not.toMatch(/Fn::ImportValue|ExportsOutput/);
    const types = Object.values<Resource>(template.Resources).map(({ Type }) => Type);
    expect(types.toSorted()).toEqual([
      "AWS::IAM::Policy",
      "AWS::IAM::Role",
      "AWS::Lambda::Function",
      "AWS::Logs::LogGroup",
    ]);
  });
});

describe("the uptime worker", () => {
  it("may call exactly these functions, and knows where they are", () => {
    const stage = synthesize("prod", EVERYTHING);
    const [call, ...more] = invocationsIn(stage).filter(({ statement }) =>
      JSON.stringify(statement).includes(NAME),
    );
    expect(more).toEqual([]);
    const arn = (region: string) => ({
      "Fn::Join": [
        "",
        [
          "arn:",
          { Ref: "AWS::Partition" },
          `:lambda:${region}:`,
          { Ref: "AWS::AccountId" },
          `:function:${NAME}`,
        ],
      ],
    });
    expect(call?.statement).toEqual({
      Action: "lambda:InvokeFunction",
      Effect: "Allow",
      Resource: EVERYTHING.probeRegions.map(arn),
    });
    const worker = workerOf(stage);
    expect(call?.roles).toEqual([{ Ref: worker.Properties.Role["Fn::GetAtt"][0] }]);
    expect(worker.Properties.Environment.Variables).toMatchObject({
      PROBE_REGIONS: "us-east-1,ap-southeast-2",
      PROBE_FUNCTION_NAME: NAME,
    });
  });

  it("never has more websites at once than a probe takes", () => {
    const [mapping, ...more] = mappingsOf(synthesize("prod"), "AWS::SQS::Queue").filter(
      ({ folder }) => folder === "uptime",
    );
    expect(more).toEqual([]);
    expect(mapping?.Properties.BatchSize * CHECKS_A_MESSAGE).toBeLessThanOrEqual(400);
  });
});
