import { CommanderError } from "commander";
import type { AdminRequest } from "../../functions/admin/index.ts";
import { Problem, runMain } from "../terminal.ts";
import { format } from "./format.ts";
import { assertServed, invokeHere, invokeStage, WRONG_INPUT_EXIT_CODE } from "./invoke.ts";
import { repeatable } from "./once.ts";
import { makeProgram } from "./program.ts";

/** As the shell has set it: opening the embedded database sets it too. */
const foreignDatabase = process.env["AWS_ENDPOINT_URL_DYNAMODB"];

runMain(async () => {
  const program = makeProgram(async (command, input, follow) => {
    const { json = false, stage } = program.opts<{ json?: boolean; stage?: string }>();
    const result = await ask(repeatable({ command, input }), stage);
    const shown = follow
      ? await follow(result, async (command, input) => {
          if (stage === undefined) assertServed(foreignDatabase);
          return ask({ command, input }, stage);
        })
      : result;
    // Only a terminal has columns: what goes on to another program keeps a line for each record.
    process.stdout.write(`${format(shown, { json, columns: process.stdout.columns })}\n`);
  });
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw asProblem(error);
    // Commander has said on stderr what is wrong, or printed the help it was asked for.
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_INPUT_EXIT_CODE;
  }
});

/** The result of a command; a Problem when the function refuses its input. */
async function ask(request: AdminRequest, stage: string | undefined): Promise<unknown> {
  const response =
    stage === undefined ? await invokeHere(request) : await invokeStage(stage, request);
  if (!response.ok) throw new Problem(response.message, WRONG_INPUT_EXIT_CODE);
  return response.result;
}

/** One line instead of a stack; DEBUG=1 shows where it comes from. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem || process.env["DEBUG"]) return error;
  const { name = "Error", message = "" } = error instanceof Error ? error : {};
  const line = `${name}: ${message}`.split("\n", 1)[0];
  return new Problem(`The command failed (${line}). DEBUG=1 shows where.`);
}
