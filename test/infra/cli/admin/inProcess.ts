import {
  type AdminRequest,
  type AdminResponse,
  handler,
} from "../../../../functions/operators/index.ts";
import { runCommandLine } from "../../../../infra/cli/admin/commandLine.ts";
import { escapeForTerminal, Problem } from "../../../../infra/cli/terminal.ts";
import type { Outcome } from "./cli.ts";

interface Settings {
  columns?: number;
  invoke?(request: AdminRequest): Promise<AdminResponse>;
}

/** Runs a command line in this process, which is faster than starting `npm run admin`. */
export async function adminHere(
  args: string[],
  { columns, invoke = handler }: Settings = {},
): Promise<Outcome> {
  const written = { stdout: "", stderr: "" };
  const code = await runCommandLine(args, {
    // Lambda passes input and answer as JSON.
    invoke: async (request) => asJson(await invoke(asJson(request))),
    out(text) {
      written.stdout += text;
    },
    err(text) {
      written.stderr += text;
    },
    columns,
  }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    written.stderr += `${escapeForTerminal(error.message)}\n`;
    return error.exitCode;
  });
  return { code, ...written };
}

function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
