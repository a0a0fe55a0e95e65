import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { type Settings, settingsOf } from "./settings.ts";
import { addService } from "./stack.ts";
import { addHealthCheck } from "./watching/healthCheck.ts";
import { addProbes } from "./workers/probe.ts";

const app = new App();
const settings = readSettings();
addService(app, settings);
addProbes(app, settings);
addHealthCheck(app, settings);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/**
 * Options: `-c stage=prod`; `-c first=true` deploys without protection, so that a failed first deployment
 * can be removed; `-c urgent=true` deploys a fix at once; `-c release=NAME` publishes a new version of every
 * function. A wrong setting ends the app with one line.
 */
function readSettings(): Settings {
  try {
    return settingsOf((name) => app.node.tryGetContext(name));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
