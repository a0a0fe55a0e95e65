import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { oneTemplate } from "./local/oneTemplate.ts";
import { normalForm } from "./normalForm.ts";
import { settingsFor } from "./settings.ts";
import { addService } from "./stack.ts";
import { readArguments, runMain } from "./terminal.ts";

const HELP = `Prints what the stacks of a stage consist of: resources, routes, functions and their permissions.

  npm run -s stack
  npm run -s stack -- --stage dev
  npm run -s stack -- --write     to test/infra/stack.txt, which reviews compare

  --stage      prod by default
`;
const FILE = join(import.meta.dirname, "..", "test", "infra", "stack.txt");

/** `npm run stack`. */
runMain(async () => {
  const options = {
    stage: { type: "string", default: "prod" },
    write: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { stage, write, help } = readArguments({ options }, "npm run stack -- --help").values;
  if (help) return void process.stdout.write(HELP);
  const outdir = mkdtempSync(join(tmpdir(), "stack-"));
  try {
    const context = { "aws:cdk:bundling-stacks": [] };
    const app = new App({ outdir, context, builtinCloudFormationValidation: false });
    const stacks = addService(app, settingsFor(stage));
    const text = normalForm(oneTemplate(app.synth(), stacks));
    if (write) writeFileSync(FILE, text);
    else process.stdout.write(text);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
});
