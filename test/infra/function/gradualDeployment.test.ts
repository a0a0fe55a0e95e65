import { describe, expect, it } from "vitest";
import { referencesIn } from "../../../infra/local/template.ts";
import {
  FIRST_AND_URGENT,
  folderBehind,
  RESTORED,
  resourcesOf,
  synthesize,
} from "../../support/stack.ts";

const template = synthesize("prod");
const GROUP = "AWS::CodeDeploy::DeploymentGroup";

/** The folders of the functions that are deployed with a canary, each with its alias and group. */
function canaries(of: typeof template) {
  return resourcesOf(of, "AWS::Lambda::Alias").flatMap(([, alias]) => {
    const update = alias.UpdatePolicy?.["CodeDeployLambdaAliasUpdate"];
    if (!update) return [];
    const group = of.Resources[update["DeploymentGroupName"]?.Ref ?? ""]?.Properties;
    return [{ folder: folderBehind(of, alias.Properties.FunctionName), update, group }];
  });
}

describe("a new version", () => {
  it("is called by alias only, if it is deployed gradually", () => {
    const called = [
      ...resourcesOf(template, "AWS::ApiGatewayV2::Integration").map(
        ([, { Properties }]) => Properties.IntegrationUri,
      ),
      ...resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(
        ([, { Properties }]) => Properties.FunctionName,
      ),
    ];
    const folders = canaries(template).map(({ folder }) => folder);
    for (const target of called) {
      const [id = ""] = referencesIn(target);
      const isAlias = template.Resources[id]?.Type === "AWS::Lambda::Alias";
      expect(isAlias).toBe(folders.includes(folderBehind(template, target)));
    }
  });

  it("gets a tenth of the calls first if it answers requests or decides about downtime", () => {
    const answering = resourcesOf(template, "AWS::ApiGatewayV2::Integration").map(
      ([, { Properties }]) => folderBehind(template, Properties.IntegrationUri),
    );
    const folders = canaries(template).map(({ folder }) => folder);
    expect(folders.toSorted()).toEqual([...new Set(answering), "rounds", "uptime"].toSorted());
  });

  it.each(canaries(template))("of $folder goes back after an alarm", ({ group, update }) => {
    expect(update).not.toHaveProperty("BeforeAllowTrafficHook");
    expect(group).toMatchObject({
      DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent10Minutes",
      DeploymentStyle: { DeploymentType: "BLUE_GREEN", DeploymentOption: "WITH_TRAFFIC_CONTROL" },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(["DEPLOYMENT_STOP_ON_ALARM"]),
      },
    });
    expect(group?.AlarmConfiguration).toMatchObject({ Enabled: true });
  });

  // CodeDeploy starts nothing while one of a group's alarms is on, and stops what has begun.
  it.each([FIRST_AND_URGENT, RESTORED])(
    "gets all requests at once if none is answered anyway, whatever the alarms say: %j",
    (settings) => {
      const urgent = canaries(synthesize("prod", settings));
      expect(urgent).toHaveLength(canaries(template).length);
      for (const { group } of urgent) {
        expect(group?.DeploymentConfigName).toBe("CodeDeployDefault.LambdaAllAtOnce");
        expect(group?.AlarmConfiguration.Enabled).toBe(false);
      }
    },
  );

  it("gets all requests at once in dev, without CodeDeploy", () => {
    expect(resourcesOf(synthesize("dev"), GROUP)).toEqual([]);
  });
});
