import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { InvokeCommand } from "@aws-sdk/client-lambda";
import { Problem, readArguments, runMain, WRONG_INPUT_EXIT_CODE } from "../cli/terminal.ts";
import { readKey } from "./account.ts";
import { completeEvent } from "./calls.ts";
import { readDataDir } from "./dataDir.ts";
import { localLambdaClient } from "./lambdaEndpoint.ts";
import { completeQueueEvent } from "./queues/consumers.ts";
import { readSample } from "./sample/sample.ts";
import { requireServer } from "./serverLock.ts";
import { readStack } from "./stack.ts";
import type { LocalService } from "./synthesis.ts";

const HELP = `Has the running service run one function on one event, and prints its
response as JSON.

  npm run -s invoke -- NAME EVENT.json   - reads the event from standard input

NAME is a function of functions/ or one of its folders api/ and workers/;
test/events/ has an event for each. The event of an endpoint may be short:
routeKey, pathParameters, queryStringParameters, headers and body; so may that
of a queue: Records, each with a body. The rest is filled in. In it, {{api-key}}
stands for the key that npm start prints, and {{reseller_uuid}}, {{user_uuid}},
{{business_uuid}} and {{website_uuid}} for records of the sample data.

DATA_DIR (default .local) says which service. To debug a function, start the
service with node's own flag:

  npx node --inspect infra/local/start.ts
`;

const STDIN = 0;

type Event = Record<string, unknown>;

/** `npm run invoke`. */
async function main() {
  const { name, file } = readCommandLine();
  if (name === undefined) return void process.stdout.write(HELP);
  const dataDir = readDataDir();
  const event = readEvent(file, dataDir);
  const stack = await readStack();
  const names = stack.functions.map((each) => each.name).sort();
  if (!names.includes(name)) {
    throw wrongInput(`There is no function ${name}, only ${names.join(", ")}.`);
  }
  const command = new InvokeCommand({
    FunctionName: name,
    Payload: JSON.stringify(prepareEvent(stack, name, event)),
  });
  const client = localLambdaClient(requireServer(dataDir).lambda);
  const { FunctionError, Payload } = await client.send(command);
  const answer = JSON.parse(Payload?.transformToString() ?? "null");
  if (FunctionError !== undefined)
    throw new Problem(`${name} failed: ${answer.errorType}: ${answer.errorMessage}`);
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
}

function readCommandLine(): { name?: string; file: string } {
  const options = { help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = readArguments({ options, allowPositionals: true }, "see --help");
  const [name, file, ...more] = positionals;
  if (values.help) return { file: "" };
  if (name && file && more.length === 0) return { name, file };
  throw wrongInput("Name a function and an event file; see --help.");
}

/** The event in a file (`-` is standard input), its placeholders replaced by what DATA_DIR has. */
export function readEvent(file: string, dataDir: string): Event {
  return parse(replacePlaceholders(readText(file), dataDir));
}

function readText(file: string): string {
  // npm runs scripts in the project's folder; INIT_CWD is the caller's.
  const path = file === "-" ? STDIN : resolve(process.env["INIT_CWD"] ?? "", file);
  return orWrong("The event can't be read", () => {
    if (path === STDIN || existsSync(path)) return readFileSync(path, "utf8");
    throw wrongInput(`There is no file ${path}: name one, such as those of test/events/.`);
  });
}

function parse(text: string): Event {
  const event: unknown = orWrong("The event is not JSON", () => JSON.parse(text));
  if (typeof event === "object" && event !== null && !Array.isArray(event)) return { ...event };
  throw wrongInput("The event must be a JSON object.");
}

/** The result of the work; throws a Problem if the work fails. */
function orWrong<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw wrongInput(`${what}: ${error instanceof Error ? error.message : error}`);
  }
}

function replacePlaceholders(text: string, dataDir: string): string {
  return text.replaceAll(/\{\{([\w-]+)\}\}/g, (_, name: string) => {
    const key = readKey(dataDir);
    const { sample } = readSample(dataDir) ?? {};
    if (!key || !sample) {
      throw new Problem(
        `The event uses {{${name}}}, and ${dataDir} has no sample data: run "npm start" first.`,
      );
    }
    const { reseller_uuid, first } = sample;
    const value = new Map(Object.entries({ "api-key": key, reseller_uuid, ...first })).get(name);
    if (value !== undefined) return value;
    throw wrongInput(`There is no placeholder {{${name}}}; see --help.`);
  });
}

/** Makes of a short event the one that the function is called with, by what calls it. */
export function prepareEvent(stack: LocalService, name: string, event: Event) {
  if (Object.values(stack.routes).includes(name)) return completeEvent(event);
  const consumer = stack.queueConsumers.find(({ functionName }) => functionName === name);
  // A consumer of the stream takes stream events, although its failed changes have a queue.
  const isOfStream = stack.consumers.some(({ functionName }) => functionName === name);
  return consumer && !isOfStream ? completeQueueEvent(event, consumer.queue) : event;
}

function wrongInput(message: string) {
  return new Problem(message, WRONG_INPUT_EXIT_CODE);
}

if (import.meta.main) runMain(main);
