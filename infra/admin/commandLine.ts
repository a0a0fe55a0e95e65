import { CommanderError } from "commander";
import type { AdminRequest, AdminResponse } from "../../functions/admin/index.ts";
import { generateApiKey } from "../../shared/http/apiKey.ts";
import { newUuid } from "../../shared/uuid.ts";
import { describeSystemFault } from "../systemFault.ts";
import { Problem, WRONG_INPUT_EXIT_CODE } from "../terminal.ts";
import { visible } from "../visible.ts";
import { format } from "./format.ts";
import { makeProgram } from "./program.ts";

interface Surroundings {
  /** Runs the operators' function: the one of a deployed stage, or else the one here. */
  invoke(request: AdminRequest, stage: string | undefined): Promise<AdminResponse>;
  /** Throws a Problem when nothing on this machine would do what is waited for. */
  assertServed(): void;
  out(text: string): void;
  err(text: string): void;
  /** Of a terminal; what goes on to another program keeps a line for each record. */
  columns?: number | undefined;
}

/** Runs a command line of the operators; resolves with its exit code, or throws a Problem. */
export async function runCommandLine(args: string[], surroundings: Surroundings): Promise<number> {
  const { invoke, assertServed, out, err, columns } = surroundings;
  const program = makeProgram({ out, err }, async (command, input, follow) => {
    const { json = false, stage } = program.opts<{ json?: boolean; stage?: string }>();
    const ask = async (request: AdminRequest) => {
      const response = await invoke(request, stage);
      if (!response.ok) throw new Problem(response.message, WRONG_INPUT_EXIT_CODE);
      if (response.note !== undefined) err(`${visible(response.note)}\n`);
      return response.result;
    };
    const result = await ask(repeatable({ command, input }));
    const shown = follow
      ? await follow(result, async (command, input) => {
          if (stage === undefined) assertServed();
          return ask({ command, input });
        })
      : result;
    out(`${format(shown, { json, columns })}\n`);
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw asProblem(error);
    // Commander has said what is wrong, or printed the help it was asked for.
    return error.exitCode === 0 ? 0 : WRONG_INPUT_EXIT_CODE;
  }
}

/** One line instead of a stack; DEBUG=1 shows where it comes from. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem || process.env["DEBUG"]) return error;
  const { name = "Error", message = "" } = error instanceof Error ? error : {};
  const line = `${name}: ${message}`.split("\n", 1)[0];
  const said = `The command failed (${line}). DEBUG=1 shows where.`;
  return new Problem(describeSystemFault(error) ?? said);
}

/** What a command that creates something is told of it, so that asking twice creates it once. */
const identities: Record<string, () => Record<string, string>> = {
  "reseller create": () => ({ new_uuid: newUuid() }),
  "plan create": () => ({ new_uuid: newUuid() }),
  "custom-field create": () => ({ new_uuid: newUuid() }),
  "key create": () => ({ key: generateApiKey() }),
  "key rotate": () => ({ key: generateApiKey() }),
};

/** The request with the identity of what it creates: it can be repeated when an answer is lost. */
export function repeatable({ command, input }: AdminRequest): AdminRequest {
  return { command, input: { ...input, ...identities[command]?.() } };
}
