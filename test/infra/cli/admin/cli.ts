import { execFile } from "node:child_process";

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line in a new process, as `npm run admin` does. */
export function admin(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["infra/cli/admin/cli.ts", ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      },
    );
  });
}
