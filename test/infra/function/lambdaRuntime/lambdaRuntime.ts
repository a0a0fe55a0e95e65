import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

/** AWS's own runtime client, which npx keeps in npm's cache. Its scripts would compile its native module. */
const RUNTIME_CLIENT = "aws-lambda-ric@4.0.2";
let runtimeClient: string | undefined;

export interface LambdaFunction {
  /** The directory that Lambda would unpack to /var/task. */
  code: string;
  environment: Record<string, string>;
}

/** A function that runs as Lambda runs it: it answers one event after the other. */
interface Running {
  /** Rejects with whatever keeps it from answering. */
  invoke(event: unknown): Promise<unknown>;
  end(): void;
}

/** Boots a bundled function, gives it one event and resolves with its answer. */
export async function runInLambda(lambda: LambdaFunction, event: unknown): Promise<unknown> {
  const running = await bootInLambda(lambda);
  try {
    return await running.invoke(event);
  } finally {
    running.end();
  }
}

/**
 * Boots a bundled function in AWS's own runtime client. The process has the function's code and
 * environment, and no node_modules.
 */
export async function bootInLambda({ code, environment }: LambdaFunction): Promise<Running> {
  const events = new Events();
  const server = createServer(runtimeApi(events)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const options = [
    "--import",
    resolve("test/infra/function/lambdaRuntime/replaceNativeClient.mjs"),
  ];
  const runtime = spawn(process.execPath, [...options, findRuntimeClient(), "index.handler"], {
    cwd: code,
    env: {
      ...lambdaEnvironment(code),
      ...environment,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
    },
  });
  const output = Promise.all([text(runtime.stdout), text(runtime.stderr)]);
  const ended = async () => events.end(new Error(`It ended:\n${(await output).join("\n")}`));
  runtime.once("exit", ended);
  return {
    invoke: (event) => events.add(event),
    end() {
      runtime.off("exit", ended).kill("SIGKILL");
      server.close().closeAllConnections();
    },
  };
}

function findRuntimeClient(): string {
  const options = ["--yes", "--ignore-scripts", "--package", RUNTIME_CLIENT];
  const find = [...options, "--call", "command -v aws-lambda-ric"];
  runtimeClient ??= realpathSync(execFileSync("npx", find, { encoding: "utf8" }).trim());
  return runtimeClient;
}

/** The events of a function, one at a time; a reader waits if there is none. */
class Events {
  #next = Promise.withResolvers<unknown>();
  #answer: PromiseWithResolvers<unknown> | undefined;
  #ended: Error | undefined;

  async add(event: unknown): Promise<unknown> {
    if (this.#ended) throw this.#ended;
    this.#answer = Promise.withResolvers<unknown>();
    this.#next.resolve(event);
    return this.#answer.promise;
  }

  async take(): Promise<unknown> {
    const event = await this.#next.promise;
    this.#next = Promise.withResolvers<unknown>();
    return event;
  }

  done(answer: unknown) {
    this.#answer?.resolve(answer);
  }

  fail(error: Error) {
    this.#answer?.reject(error);
  }

  end(error: Error) {
    this.#ended = error;
    this.fail(error);
  }
}

function lambdaEnvironment(code: string) {
  return {
    // The client's own HTTP code for what it reads (see replaceNativeClient.mjs).
    AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: "true",
    AWS_LAMBDA_FUNCTION_NAME: "test",
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
    AWS_LAMBDA_LOG_GROUP_NAME: "test",
    AWS_LAMBDA_LOG_STREAM_NAME: "test",
    LAMBDA_TASK_ROOT: code,
    _HANDLER: "index.handler",
  };
}

/** Lambda's Runtime API, as far as events need it. */
function runtimeApi(events: Events) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.endsWith("/invocation/next")) {
      const event = await events.take();
      return void response.writeHead(200, eventHeaders()).end(JSON.stringify(event));
    }
    const sent = await text(request);
    response.writeHead(202).end();
    if (request.url?.endsWith("/response")) events.done(JSON.parse(sent));
    else events.fail(new Error(`It failed: ${sent}`));
  };
}

function eventHeaders() {
  return {
    "content-type": "application/json",
    "lambda-runtime-aws-request-id": randomUUID(),
    "lambda-runtime-deadline-ms": String(Date.now() + 300_000),
    "lambda-runtime-invoked-function-arn": "arn:aws:lambda:eu-west-1:123456789012:function:test",
    "lambda-runtime-trace-id": "Root=1-00000000-000000000000000000000000;Sampled=0",
  };
}
