import { CommanderError } from "commander";
import type { AdminRequest, AdminResponse } from "../../functions/admin/index.ts";
import { Problem, runMain } from "../local/problem.ts";
import { format } from "./format.ts";
import { makeProgram } from "./program.ts";

const WRONG_INPUT_EXIT_CODE = 2;

runMain(async () => {
  const program = makeProgram(async (command, input, follow) => {
    const { json = false, stage } = program.opts<{ json?: boolean; stage?: string }>();
    const result = await ask({ command, input }, stage);
    const shown = follow
      ? await follow(result, async (command, input) => {
          if (stage === undefined) (await import("./invokeHere.ts")).assertServed();
          return ask({ command, input }, stage);
        })
      : result;
    process.stdout.write(`${format(shown, { json })}\n`);
  });
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has said on stderr what is wrong, or printed the help it was asked for.
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_INPUT_EXIT_CODE;
  }
});

/** The result of a command; a Problem when the function refuses its input. */
async function ask(request: AdminRequest, stage: string | undefined): Promise<unknown> {
  const response = await invoke(request, stage);
  if (!response.ok) throw new Problem(response.message, WRONG_INPUT_EXIT_CODE);
  return response.result;
}

/** Loads one of the two ways only: each brings a client of AWS with it. */
async function invoke(request: AdminRequest, stage: string | undefined): Promise<AdminResponse> {
  if (stage === undefined) return (await import("./invokeHere.ts")).invokeHere(request);
  return (await import("./invokeStage.ts")).invokeStage(stage, request);
}
