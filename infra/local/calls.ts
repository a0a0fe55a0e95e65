import type { Invoke } from "./functions.ts";

/** What runs the stack's functions. */
export interface Callable {
  invoke: Invoke;
}

/** Runs a command of the operators' function; throws with its message when it refuses the input. */
export async function runCommand<Result>(
  { invoke }: Callable,
  command: string,
  input: Record<string, unknown>,
): Promise<Result> {
  const response = (await invoke("operators", { command, input })) as
    | { ok: true; result: Result }
    | { ok: false; message: string };
  if (!response.ok) throw new Error(`"${command}": ${response.message}`);
  return response.result;
}
