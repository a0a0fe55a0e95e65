import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface BundledFunction {
  /** The directory that Lambda would unpack to /var/task. */
  code: string;
  environment: Record<string, string>;
}

/** Answers each event with the handler, as Lambda's runtime does. */
const RUNTIME = `
  const { handler } = require("./index.cjs");
  const context = { awsRequestId: "test", getRemainingTimeInMillis: () => 300_000 };
  process.on("message", async (event) => {
    try {
      process.send({ answer: (await handler(event, context)) ?? null });
    } catch (error) {
      process.send({ error: error.stack });
    }
  });
`;

/** Starts a bundled function in a process that has its code and environment, and no node_modules. */
export function startFunction({ code, environment }: BundledFunction) {
  const child = spawn(process.execPath, ["-e", RUNTIME], {
    cwd: code,
    env: {
      ...environment,
      AWS_LAMBDA_FUNCTION_NAME: "test",
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      LAMBDA_TASK_ROOT: code,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ended = text(child.stderr as NonNullable<typeof child.stderr>);
  return {
    async invoke(event: unknown): Promise<unknown> {
      child.send(event as object);
      const [{ answer, error }] = await Promise.race([
        once(child, "message"),
        ended.then((error) => [{ answer: undefined, error: `It ended: ${error}` }]),
      ]);
      if (error !== undefined) throw new Error(error);
      return answer;
    },
    end: () => void child.kill("SIGKILL"),
  };
}

/** Starts a bundled function, gives it one event and resolves with its answer. */
export async function runFunction(bundled: BundledFunction, event: unknown): Promise<unknown> {
  const running = startFunction(bundled);
  try {
    return await running.invoke(event);
  } finally {
    running.end();
  }
}
