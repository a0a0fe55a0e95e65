import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A child process and its first message. */
export interface Child<Message> {
  message: Message;
  pid: number;
  /** Asks the module for its next message. */
  next<Answer>(): Promise<Answer>;
  stop(): void;
}

/** Variables besides those of this process, and flags of Node and V8. */
interface ChildOptions {
  env?: Record<string, string>;
  flags?: string[];
}

/**
 * Runs a module in a process of its own until it sends a message (`inChild.ts`), so that its memory and
 * processor time can be measured. Its standard output is discarded.
 */
export function startChild<Message>(
  module: URL,
  input: unknown = {},
  { env = {}, flags = [] }: ChildOptions = {},
): Promise<Child<Message>> {
  const child = fork(fileURLToPath(module), [JSON.stringify(input)], {
    env: { ...process.env, ...env },
    execArgv: [...process.execArgv, ...flags],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    const answer = <Answer>() =>
      new Promise<Answer>((resolve, reject) => {
        const fail = (code: number | null) => reject(new Error(`${module} ended with ${code}`));
        child.once("exit", fail);
        child.once("message", (message) => {
          child.off("exit", fail);
          resolve(message as Answer);
        });
      });
    const next = <Answer>() => {
      child.send("next");
      return answer<Answer>();
    };
    answer<Message>().then(
      (message) => resolve({ message, pid: child.pid ?? 0, next, stop: () => child.kill() }),
      reject,
    );
  });
}

/** Runs a module until its first message. */
export async function runChild<Message>(
  ...child: Parameters<typeof startChild<Message>>
): Promise<Message> {
  const { message, stop } = await startChild<Message>(...child);
  stop();
  return message;
}
