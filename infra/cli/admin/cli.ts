import { runMain } from "../terminal.ts";
import { runCommandLine } from "./commandLine.ts";
import { invokeHere, invokeStage } from "./invoke.ts";

/** `npm run admin`. */
runMain(async () => {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    invoke: (request, stage) =>
      stage === undefined ? invokeHere(request) : invokeStage(stage, request),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    columns: process.stdout.columns,
  });
});
