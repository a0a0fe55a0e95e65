import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  EVERYTHING,
  type Resource,
  resourcesOf,
  synthesize,
  synthesizeHealthCheck,
  theOne,
} from "../../support/stack.ts";

const template = synthesize("prod", EVERYTHING);
const outside = synthesizeHealthCheck();
const ALARM = "AWS::CloudWatch::Alarm";
// Those of one version tell CodeDeploy only: test/infra/function/gradualDeployment.test.ts.
const isOfVersion = ([id]: [string, Resource]) => id.includes("VersionFailures");
const all = resourcesOf(template, ALARM);
const alarms = [...all.filter((each) => !isOfVersion(each)), ...resourcesOf(outside, ALARM)];

/** `AlarmsscheduleStopped1A2B3C4D`: `scheduleStopped` */
function nameOf(id: string): string {
  return id.replace(/^(?:Alarms)?(.*)[0-9A-F]{8}$/, "$1");
}

function alarm(name: string): Resource["Properties"] {
  const [, resource] = alarms.find(([id]) => nameOf(id) === name) ?? [];
  if (!resource) throw new Error(`There is no alarm ${name}`);
  return resource.Properties;
}

describe("the alarms", () => {
  it("are 50 at most, and none is made of others", () => {
    expect(all.length + resourcesOf(outside, ALARM).length).toBeLessThanOrEqual(50);
    expect(resourcesOf(template, "AWS::CloudWatch::CompositeAlarm")).toEqual([]);
  });

  it.each(alarms)("%s says in a sentence what a user loses", (_, { Properties }: Resource) => {
    expect(Properties.AlarmDescription).toMatch(/^[A-Z].{30,}\. Steps: infra\/RUNBOOK\.md\.$/);
  });

  it("are each explained by the runbook, step by step", () => {
    const runbook = readFileSync("infra/RUNBOOK.md", "utf8");
    const sections = runbook.split(/^### /m).slice(1);
    const titles = sections.map((section) => section.split("\n")[0]);
    for (const [id] of alarms) {
      const explaining = titles.filter((title) => title?.includes(`\`${nameOf(id)}\``));
      expect(explaining, nameOf(id)).toHaveLength(1);
    }
    for (const section of sections.filter((each) => /^`\w+`/.test(each))) {
      expect(section.match(/^\d\. /gm)?.length, section).toBeGreaterThanOrEqual(2);
      expect(section.match(/^\d\. /gm)?.length, section).toBeLessThanOrEqual(3);
    }
  });

  // stack.txt shows which of them page.
  it("send a message when they begin and when they end", () => {
    for (const [, { Properties }] of alarms) {
      const [{ Ref }] = Properties.AlarmActions;
      expect(Properties.OKActions).toEqual([{ Ref }]);
      expect(Ref).toMatch(/^(Alarms)?(Page|Notify)[0-9A-F]{8}$/);
    }
  });
});

describe("the health check", () => {
  it("asks /health by HTTPS from three regions, and pages within five minutes", () => {
    const { HealthCheckConfig } = theOne(outside, "AWS::Route53::HealthCheck").Properties;
    expect(HealthCheckConfig).toMatchObject({
      Type: "HTTPS",
      FullyQualifiedDomainName: EVERYTHING.domainName,
      ResourcePath: "/health",
      Port: 443,
      EnableSNI: true,
    });
    expect(new Set(HealthCheckConfig.Regions).size).toBeGreaterThanOrEqual(3);
    const { Period, EvaluationPeriods, ...unhealthy } = alarm("unhealthy");
    expect(unhealthy).toMatchObject({ Namespace: "AWS/Route53", TreatMissingData: "breaching" });
    const { RequestInterval, FailureThreshold } = HealthCheckConfig;
    const seconds = RequestInterval * FailureThreshold + Period * EvaluationPeriods;
    expect(seconds).toBeLessThan(5 * 60);
  });

  it("is a stack by itself", () => {
    expect(JSON.stringify(outside)).not.toMatch(/Fn::ImportValue|Fn::GetStackOutput/);
  });
});
