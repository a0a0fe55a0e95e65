import { App } from "aws-cdk-lib";
import type { Settings } from "../../infra/settings.ts";
import { addService } from "../../infra/stack.ts";

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/** The resources of a type in all stacks of a stage with these settings. */
export function resourcesIn(settings: Settings): (type: string) => Resource[] {
  const app = new App({ context: { "aws:cdk:bundling-stacks": [] } });
  addService(app, settings);
  const all = app
    .synth()
    .stacks.flatMap(({ template }) =>
      Object.values(template.Resources as Record<string, Resource>),
    );
  return (type) => all.filter(({ Type }) => Type === type);
}
