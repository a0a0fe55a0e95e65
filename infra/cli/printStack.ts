import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { oneTemplate, withApp } from "../local/assembly.ts";
import { settingsFor } from "../settings.ts";
import { addService } from "../stack.ts";
import { normalForm } from "./normalForm.ts";
import { readArguments, runMain } from "./terminal.ts";

const HELP = `Prints what the stacks of a stage consist of: resources, routes, functions and
their permissions.

  npm run -s stack
  npm run -s stack -- --stage dev
  npm run -s stack -- --write     to test/infra/stack.txt, which reviews compare

  --stage      prod by default
`;
const FILE = join(import.meta.dirname, "../../test/infra/stack.txt");

/** `npm run stack`. */
runMain(async () => {
  const options = {
    stage: { type: "string", default: "prod" },
    write: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { stage, write, help } = readArguments({ options }, "see --help").values;
  if (help) return void process.stdout.write(HELP);
  const text = withApp((app) => {
    const stacks = addService(app, settingsFor(stage));
    return normalForm(oneTemplate(app.synth(), stacks));
  });
  if (write) writeFileSync(FILE, text);
  else process.stdout.write(text);
});
