import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { assertDeployable, deploymentSettings } from "./deploymentSettings.ts";
import { addProbes } from "./probe.ts";
import { flagged, type Settings, settingsFor } from "./settings.ts";
import { ResellerMonitoring } from "./stack.ts";

const app = new App();
const settings = readSettings();
new ResellerMonitoring(app, settings);
addProbes(app, settings);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/**
 * Options: `-c stage=prod`; `-c first=true` deploys without protection, so that a failed first deployment
 * can be removed; `-c urgent=true` deploys a fix of the API at once. A wrong setting ends it with one line.
 */
function readSettings(): Settings {
  const said = (name: string) => app.node.tryGetContext(name);
  try {
    const settings = settingsFor(said("stage"), flagged(said));
    for (const name of deploymentSettings) if (said(name) !== undefined) refuse(name, settings);
    assertDeployable(settings);
    return settings;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Settings are not taken as flags: the next deployment without the flag would undo them. */
function refuse(name: string, { stage }: Settings) {
  throw new Error(`-c ${name} is not taken: write ${name} into infra/stages.ts, under ${stage}`);
}
