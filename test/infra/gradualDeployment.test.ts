import { describe, expect, it } from "vitest";
import { referencesIn } from "../../infra/local/template.ts";
import { apiFunctionNames } from "../../shared/routes.ts";
import {
  FIRST_AND_URGENT,
  folderBehind,
  folderOf,
  minuteSchedule,
  RESTORED,
  resourcesOf,
  synthesize,
} from "../support/stack.ts";

const template = synthesize("prod");
/** Operators call theirs one command after the other, so those move at once. */
const aliases = resourcesOf(template, "AWS::Lambda::Alias").filter(
  ([, { Properties }]) => Properties.Name === "live",
);
const folderOfAlias = new Map(
  aliases.map(([id, { Properties }]) => [id, folderBehind(template, Properties.FunctionName)]),
);

interface Measured {
  Dimensions: { Name: string; Value: unknown }[];
}

describe("a new version", () => {
  it("of the API is called by alias only, of each of its functions", () => {
    const integrations = resourcesOf(template, "AWS::ApiGatewayV2::Integration");
    const called = integrations.map(([, { Properties }]) => Properties.IntegrationUri.Ref);
    const folders = new Set([...apiFunctionNames, "open"]);
    expect(new Set(called.map((id) => folderOfAlias.get(id)))).toEqual(folders);
    const callers = resourcesOf(template, "AWS::Lambda::Permission");
    const allowed = callers.map(([, { Properties }]) => Properties.FunctionName.Ref);
    expect(new Set(allowed)).toEqual(new Set(called));
  });

  it("is what workers, the dispatcher and the schedule are called by as well", () => {
    const called = [
      ...resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(
        ([, { Properties }]) => Properties.FunctionName,
      ),
      minuteSchedule(template).Properties.Target.Arn,
    ];
    for (const target of called) {
      const [id] = referencesIn(target);
      expect(template.Resources[id ?? ""]?.Type).toBe("AWS::Lambda::Alias");
    }
    // Operators call aliases of their own, and CodeDeploy the checks.
    const folders = [...folderOfAlias.values(), "operators", "checkApi", "checkWorkers"];
    const functions = resourcesOf(template, "AWS::Lambda::Function");
    expect(folders.toSorted()).toEqual(functions.map(([, each]) => folderOf(each)).toSorted());
  });

  it.each(aliases)(
    "gets a tenth of the calls of %s after a check, and none after an alarm",
    (id, alias) => {
      const { DeploymentGroupName, BeforeAllowTrafficHook } =
        alias.UpdatePolicy?.["CodeDeployLambdaAliasUpdate"] ?? {};
      const group = template.Resources[DeploymentGroupName?.Ref ?? ""]?.Properties;
      expect(group).toMatchObject({
        DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent10Minutes",
        DeploymentStyle: { DeploymentType: "BLUE_GREEN", DeploymentOption: "WITH_TRAFFIC_CONTROL" },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(["DEPLOYMENT_STOP_ON_ALARM"]),
        },
      });
      const folder = folderOfAlias.get(id) ?? "";
      const isApi = [...apiFunctionNames, "open"].includes(folder);
      expect(folderBehind(template, BeforeAllowTrafficHook)).toBe(
        isApi ? "checkApi" : "checkWorkers",
      );
      const watched = group.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) =>
        Name.Ref.replace(/^(?:Gradual|Worker)Deployment(.*)[0-9A-F]{8}$/, "$1"),
      );
      expect(group.AlarmConfiguration.Enabled).toBe(true);
      const isProbing = ["uptime", "rounds"].includes(folder);
      expect(watched.toSorted()).toEqual(
        [
          `${folder}Errors`,
          `${folder}VersionFailures`,
          ...(isApi ? ["ServerErrors", "Latency", `${folder}VersionLatency`] : []),
          ...(isProbing ? [`${folder}Discarded`] : []),
        ].toSorted(),
      );
    },
  );

  const ofVersions = resourcesOf(template, "AWS::CloudWatch::Alarm").filter(([id]) =>
    /Version(Failures|Latency)[0-9A-F]{8}$/.test(id),
  );

  it.each(ofVersions)("has its own calls alone counted by %s", (_, { Properties }) => {
    const metrics: { MetricStat?: { Metric: Measured } }[] = Properties.Metrics ?? [
      { MetricStat: { Metric: Properties } },
    ];
    const measured = metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
    expect(measured.length).toBeGreaterThan(0);
    for (const { Dimensions } of measured) {
      const version = Dimensions.find(({ Name }) => Name.endsWith("Version"))?.Value;
      const [id] = referencesIn(version);
      expect(template.Resources[id ?? ""]?.Type).toBe("AWS::Lambda::Version");
    }
    expect(Properties.EvaluationPeriods).toBe(1);
  });

  it("has a deployment group for each function: one deployment of a group runs at a time", () => {
    const groups = aliases.map(
      ([, alias]) => alias.UpdatePolicy?.["CodeDeployLambdaAliasUpdate"]?.DeploymentGroupName?.Ref,
    );
    expect(new Set(groups).size).toBe(aliases.length);
  });

  // CodeDeploy starts nothing while one of a group's alarms is on, and stops what has begun.
  it.each([FIRST_AND_URGENT, RESTORED])(
    "gets all requests at once where none is answered anyway, whatever the alarms say: %j",
    (settings) => {
      const groups = resourcesOf(synthesize("prod", settings), "AWS::CodeDeploy::DeploymentGroup");
      expect(groups).toHaveLength(aliases.length);
      const urgent = resourcesOf(synthesize("prod", settings), "AWS::Lambda::Alias");
      expect(JSON.stringify(urgent)).not.toContain("BeforeAllowTrafficHook");
      for (const [, { Properties }] of groups) {
        expect(Properties.DeploymentConfigName).toBe("CodeDeployDefault.LambdaAllAtOnce");
        expect(Properties.AlarmConfiguration.Enabled).toBe(false);
      }
    },
  );

  it("gets all requests at once in dev", () => {
    const groups = resourcesOf(synthesize("dev"), "AWS::CodeDeploy::DeploymentGroup");
    for (const [, { Properties }] of groups) {
      expect(Properties.DeploymentConfigName).toBe("CodeDeployDefault.LambdaAllAtOnce");
    }
  });
});
