import { folderBehind, resourcesOf, synthesize } from "../../../support/stack.ts";

const template = synthesize("prod");

/** The functions that are deployed gradually, with the folder of their hook. */
export const deployments = resourcesOf(template, "AWS::Lambda::Alias").flatMap(
  ([, { Properties, UpdatePolicy }]) => {
    const { BeforeAllowTrafficHook: hook } = UpdatePolicy?.["CodeDeployLambdaAliasUpdate"] ?? {};
    if (!hook) return [];
    const folder: string = folderBehind(template, Properties.FunctionName);
    return [{ folder, hook: folderBehind(template, hook) }];
  },
);
