import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

interface Program {
  /** Its standard output, once it has this many lines or has ended. */
  output(lines: number): Promise<string>;
  /** All of it with its exit code, once it has ended. */
  ended: Promise<{ output: string; errors: string; code: number | null }>;
  kill(): void;
}

/** Starts a program in a folder, with these variables beside those that there are. */
export function startProgram(
  [name = "", ...args]: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Program {
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  const program = spawn(name, args, { cwd, env: { ...process.env, ...env }, stdio });
  const lines: string[] = [];
  const reader = createInterface({ input: program.stdout }).on("line", (line) => lines.push(line));
  const closed = once(reader, "close");
  const written = () => lines.map((line) => `${line}\n`).join("");
  return {
    async output(count) {
      let open = true;
      closed.then(() => {
        open = false;
      });
      while (open && lines.length < count) await Promise.race([once(reader, "line"), closed]);
      return written();
    },
    ended: Promise.all([text(program.stderr), once(program, "close"), closed]).then(
      ([errors, [code]]) => ({ output: written(), errors, code }),
    ),
    kill: () => void program.kill(),
  };
}
