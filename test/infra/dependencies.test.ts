import { describe, expect, it } from "vitest";
import { EVERYTHING, type Resource, synthesize } from "../support/stack.ts";

describe("CloudFormation, which makes a resource after those that it refers to", () => {
  it.each([
    ["dev", {}],
    ["prod", EVERYTHING],
  ])("finds no circle in %s", (stage, settings) => {
    expect(findCircle(synthesize(stage, settings).Resources)).toEqual([]);
  });

  it("is known to find one in an update policy: https://github.com/aws/aws-cdk/issues/2231", () => {
    const alias = { UpdatePolicy: { CodeDeployLambdaAliasUpdate: { group: { Ref: "Group" } } } };
    const group = { Properties: { Alarm: { "Fn::GetAtt": ["Alarm", "Name"] } } };
    const alarm = { DependsOn: ["Alias"] };
    const circle = { Alias: alias, Group: group, Alarm: alarm } as Record<string, unknown>;
    expect(findCircle(circle as Record<string, Resource>)).toEqual([
      "Alias",
      "Group",
      "Alarm",
      "Alias",
    ]);
  });
});

/** The logical ids along a circle of resources that refer to each other; none where there is no circle. */
function findCircle(resources: Record<string, Resource>): string[] {
  const done = new Set<string>();
  const follow = (id: string, path: string[]): string[] => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    if (done.has(id)) return [];
    for (const next of referredTo(resources[id])) {
      const circle = Object.hasOwn(resources, next) ? follow(next, [...path, id]) : [];
      if (circle.length > 0) return circle;
    }
    done.add(id);
    return [];
  };
  for (const id of Object.keys(resources)) {
    const circle = follow(id, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

/** What any part of a template refers to, its update policy too. */
function referredTo(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === "Ref" || name === "DependsOn") return [value].flat().map(String);
    if (name === "Fn::GetAtt") return [String(value[0])];
    if (name === "Fn::Sub") return JSON.stringify(value).match(/(?<=\$\{)\w+/g) ?? [];
    return referredTo(value);
  });
}
