import { describe, expect, it } from "vitest";
import { withApp } from "../../../infra/local/assembly.ts";
import { settingsFor } from "../../../infra/settings.ts";
import { addProbes } from "../../../infra/workers/probe.ts";
import { EVERYTHING, type Resource } from "../../support/stack.ts";

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
