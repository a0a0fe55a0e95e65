import { Problem } from "./problem.ts";

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/** The part of a CloudFormation template that is read here. */
export interface Template {
  Resources: Record<string, Resource>;
}

/** The template's resources of one type, with their logical ids. */
export function resourcesOf(template: Template, ...types: string[]) {
  return Object.entries(template.Resources).filter(([, { Type }]) => types.includes(Type));
}

/** The logical ids that a value refers to: `Ref`, `Fn::GetAtt`, and those within `Fn::Join` and such. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "Ref" && typeof inner === "string") return [inner];
    if (key === "Fn::GetAtt" && Array.isArray(inner)) return [String(inner[0])];
    return referencesIn(inner);
  });
}

/**
 * The logical id of the Lambda function that a target, an ARN or a name in the template leads to,
 * through integrations, aliases and versions.
 */
export function functionBehind(template: Template, value: unknown): string {
  for (const id of referencesIn(value)) {
    const resource = template.Resources[id];
    if (resource?.Type === "AWS::Lambda::Function") return id;
    const further = resource && LEADS_ON[resource.Type];
    if (further) return functionBehind(template, resource.Properties[further]);
  }
  throw new Problem(`No function of the stack stands behind ${JSON.stringify(value)}`);
}

const LEADS_ON: Record<string, string> = {
  "AWS::ApiGatewayV2::Integration": "IntegrationUri",
  "AWS::Lambda::Alias": "FunctionName",
  "AWS::Lambda::Version": "FunctionName",
};
