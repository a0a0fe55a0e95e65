import { CommanderError } from "commander";
import type { AdminRequest, AdminResponse } from "../../../functions/operators/index.ts";
import { Problem, WRONG_INPUT_EXIT_CODE } from "../terminal.ts";
import { addExportCommand } from "./exportCustomers.ts";
import { format } from "./format.ts";
import { makeProgram } from "./program.ts";

interface Surroundings {
  /** Runs the operators' function: of a deployed stage, or the local one if `stage` is undefined. */
  invoke(request: AdminRequest, stage: string | undefined): Promise<AdminResponse>;
  out(text: string): void;
  err(text: string): void;
  /** The terminal's width; undefined when the output is piped, which keeps each record on one line. */
  columns?: number | undefined;
}

/** Runs a command line of the operators; resolves with its exit code, or throws a Problem. */
export async function runCommandLine(args: string[], surroundings: Surroundings): Promise<number> {
  const { invoke, out, err, columns } = surroundings;
  const program = makeProgram({ out, err }, async (command, input) => {
    const { stage: _, ...style } = program.opts<{ json?: true; csv?: true; stage?: string }>();
    out(`${format(await ask({ command, input }), { ...style, columns })}\n`);
  });
  const ask = async (request: AdminRequest) => {
    const response = await invoke(request, program.opts<{ stage?: string }>().stage);
    if (!response.ok) throw new Problem(response.message, WRONG_INPUT_EXIT_CODE);
    return response.result;
  };
  const read = (reseller_uuid: string, path: string) =>
    ask({ command: "api", input: { reseller_uuid, method: "GET", path } });
  addExportCommand(program, read, out);
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw asProblem(error);
    // Commander has printed the error or the help itself.
    return error.exitCode === 0 ? 0 : WRONG_INPUT_EXIT_CODE;
  }
}

/** Turns an unexpected error into one line; DEBUG=1 shows its stack. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem || process.env["DEBUG"]) return error;
  const { name = "Error", message = "" } = error instanceof Error ? error : {};
  const line = `${name}: ${message}`.split("\n", 1)[0];
  return new Problem(`The command failed (${line}). DEBUG=1 shows where.`);
}
