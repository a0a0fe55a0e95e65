import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import {
  assertDeployable,
  type DeploymentSettings,
  deploymentSettings,
  type Settings,
  settingsFor,
} from "./settings.ts";
import { ResellerMonitoring } from "./stack.ts";

const app = new App();
new ResellerMonitoring(app, readSettings());
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/** `-c stage=prod -c alarmEmail=ops@example.com`; a wrong setting ends it with one line. */
function readSettings(): Settings {
  const said = (name: string) => app.node.tryGetContext(name);
  const deployment: DeploymentSettings = Object.fromEntries(
    deploymentSettings.filter((name) => said(name)).map((name) => [name, said(name)]),
  );
  try {
    const settings = settingsFor(said("stage"), deployment);
    assertDeployable(settings);
    return settings;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
