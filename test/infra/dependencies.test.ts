import { describe, expect, it } from "vitest";
import { findCircle } from "../support/circle.ts";
import { EVERYTHING, type Resource, synthesize } from "../support/stack.ts";

describe("CloudFormation, which makes a resource after those that it refers to", () => {
  it.each([
    ["dev", {}],
    ["prod", EVERYTHING],
  ])("finds no circle in %s", (stage, settings) => {
    expect(circleIn(synthesize(stage, settings).Resources)).toEqual([]);
  });
});

/** The logical ids along a circle of resources; none where there is no circle. */
function circleIn(resources: Record<string, Resource>): string[] {
  return findCircle(Object.keys(resources), (id) =>
    referredTo(resources[id]).filter((next) => Object.hasOwn(resources, next)),
  );
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
