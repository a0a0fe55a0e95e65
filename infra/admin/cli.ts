import { setTimeout as pause } from "node:timers/promises";
import { runMain } from "../terminal.ts";
import { runCommandLine } from "./commandLine.ts";
import { assertServed, invokeHere, invokeStage } from "./invoke.ts";

/** The shell's value: opening the embedded database sets the variable as well. */
const foreignDatabase = process.env["AWS_ENDPOINT_URL_DYNAMODB"];

/** `npm run admin`. */
runMain(async () => {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    invoke: (request, stage) =>
      stage === undefined ? invokeHere(request) : invokeStage(stage, request),
    assertServed: () => assertServed(foreignDatabase),
    pause,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    columns: process.stdout.columns,
  });
});
