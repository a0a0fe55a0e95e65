import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { type Settings, settingsFor } from "./settings.ts";
import { ResellerMonitoring } from "./stack.ts";

const app = new App();
new ResellerMonitoring(app, readSettings());
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/** `-c stage=prod -c alarmEmail=ops@example.com`; a wrong stage ends it with one line. */
function readSettings(): Settings {
  try {
    return settingsFor(app.node.tryGetContext("stage"), app.node.tryGetContext("alarmEmail"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
