import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

export const RUNTIME_CLIENT = resolve("node_modules/aws-lambda-ric/bin/index.mjs");

export interface LambdaFunction {
  /** The directory that Lambda would unpack to /var/task. */
  code: string;
  environment: Record<string, string>;
}

/**
 * Boots a bundled function in AWS's own runtime client, gives it an event and resolves with its
 * answer; rejects with whatever keeps it from answering. The process has the function's code and
 * environment, and no node_modules.
 */
export async function runInLambda({ code, environment }: LambdaFunction, event: unknown) {
  const { promise: answer, resolve: done, reject: fail } = Promise.withResolvers<unknown>();
  const server = createServer(runtimeApi(event, done, fail)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const options = ["--import", resolve("test/support/replaceNativeClient.mjs")];
  const runtime = spawn(process.execPath, [...options, RUNTIME_CLIENT, "index.handler"], {
    cwd: code,
    env: {
      ...lambdaEnvironment(code),
      ...environment,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
    },
  });
  const output = Promise.all([text(runtime.stdout), text(runtime.stderr)]);
  const ended = async () => fail(new Error(`It ended:\n${(await output).join("\n")}`));
  runtime.once("exit", ended);
  try {
    return await answer;
  } finally {
    runtime.off("exit", ended).kill("SIGKILL");
    server.close().closeAllConnections();
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

/** Lambda's Runtime API, as far as one event needs it. */
function runtimeApi(event: unknown, done: (answer: unknown) => void, fail: (error: Error) => void) {
  let given = false;
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.endsWith("/invocation/next")) {
      // As in Lambda, who asks when there is no event waits for one.
      if (!given) response.writeHead(200, eventHeaders()).end(JSON.stringify(event));
      given = true;
      return;
    }
    const sent = await text(request);
    response.writeHead(202).end();
    if (request.url?.endsWith("/response")) done(JSON.parse(sent));
    else fail(new Error(`It failed: ${sent}`));
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
