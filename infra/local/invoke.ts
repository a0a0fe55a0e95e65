import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { InvokeCommand } from "@aws-sdk/client-lambda";
import { Problem, readArguments, runMain, WRONG_INPUT_EXIT_CODE } from "../terminal.ts";
import { readKey } from "./account.ts";
import { type Callable, completeEvent, runCommand } from "./calls.ts";
import { readDataDir } from "./dataDir.ts";
import { localLambdaClient } from "./lambdaEndpoint.ts";
import type { Local } from "./local.ts";
import { completeQueueEvent } from "./queues/consumers.ts";
import { readSample } from "./sample/sample.ts";
import { findServerOrLock } from "./serverLock.ts";
import { readStack } from "./stack.ts";
import type { LocalService } from "./synthesis.ts";

const HELP = `Runs one function on one event, against the table on this machine, and prints its response as JSON.

  npm run -s invoke -- NAME EVENT.json      EVENT.json may be - for standard input

NAME is a folder of functions/. test/events/ has an event for each. The event of an endpoint may be
short: routeKey, pathParameters, queryStringParameters, headers and body; so may that of a queue:
Records, each with a body; the rest is filled in.
In it, {{api-key}} stands for the key that npm start prints, {{reseller_uuid}}, {{user_uuid}},
{{business_uuid}} and {{website_uuid}} for records of the sample, and {{audit_due_at}} for the time
when its website's audit is due: the worker ignores an audit with another time.

The server that runs on DATA_DIR (default .local) runs the function, and has its log. Without a server,
this process does, and logs to standard error. To debug, stop the server and use node's own flag:

  npx node --inspect-brk infra/local/invoke.ts NAME EVENT.json
`;

const STDIN = 0;
/** A placeholder for what only the table knows: `prepareEvent` replaces it. */
const AUDIT_DUE_AT = "audit_due_at";

type Event = Record<string, unknown>;

/** `npm run invoke`. */
async function main() {
  const { name, file } = readCommandLine();
  if (name === undefined) return void process.stdout.write(HELP);
  const dataDir = readDataDir();
  const event = readEvent(file, dataDir);
  // Standard output is for the response alone.
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const stack = await openStack(dataDir);
  try {
    const names = stack.functions.map((each) => each.name).sort();
    if (!names.includes(name)) {
      throw wrongInput(`There is no function ${name}, only ${names.join(", ")}.`);
    }
    const response = await stack.invoke(name, await prepareEvent(stack, name, { event, dataDir }));
    print(`${JSON.stringify(response, null, 2)}\n`);
  } finally {
    await stack.close();
  }
}

/** The stack whose functions the running server calls or, without one, this process. */
async function openStack(dataDir: string): Promise<LocalService & Pick<Local, "invoke" | "close">> {
  const found = await findServerOrLock(dataDir);
  if ("server" in found) {
    const client = localLambdaClient(found.server.lambda);
    const invoke = async (FunctionName: string, event: unknown) => {
      const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
      const { FunctionError, Payload } = await client.send(command);
      const answer = JSON.parse(Payload?.transformToString() ?? "null");
      if (FunctionError === undefined) return answer;
      throw new Problem(`${FunctionName} failed: ${answer.errorType}: ${answer.errorMessage}`);
    };
    return { ...(await readStack()), invoke, close: async () => client.destroy() };
  }
  // Imported late: not all of it is needed where a server runs.
  const { openLocal } = await import("./local.ts");
  const local = await openLocal({ dataDir });
  return { ...local, close: () => local.close().finally(found.release) };
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
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw wrongInput(`The event can't be read: ${describe(error)}`);
  }
}

function parse(text: string): Event {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    throw wrongInput(`The event is not JSON: ${describe(error)}`);
  }
  if (typeof event === "object" && event !== null && !Array.isArray(event)) return { ...event };
  throw wrongInput("The event must be a JSON object.");
}

function replacePlaceholders(text: string, dataDir: string): string {
  return text.replaceAll(/\{\{([\w-]+)\}\}/g, (placeholder, name: string) => {
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
    if (name === AUDIT_DUE_AT) return placeholder;
    throw wrongInput(`There is no placeholder {{${name}}}; see --help.`);
  });
}

/** Makes of a short event the one that the function is called with, by what calls it. */
export async function prepareEvent(
  stack: LocalService & Callable,
  name: string,
  { event: short, dataDir }: { event: Event; dataDir: string },
) {
  const isDue = JSON.stringify(short).includes(`{{${AUDIT_DUE_AT}}}`);
  const event = isDue ? await fillDueTime(stack, short, dataDir) : short;
  if ([...stack.routes.values()].includes(name)) return completeEvent(event);
  const consumer = stack.queueConsumers.find(({ functionName }) => functionName === name);
  // A consumer of the stream takes stream events, although its failed changes have a queue.
  const isOfStream = stack.consumers.some(({ functionName }) => functionName === name);
  return consumer && !isOfStream ? completeQueueEvent(event, consumer.queue) : event;
}

async function fillDueTime(service: Callable, event: Event, dataDir: string): Promise<Event> {
  const website = readSample(dataDir)?.sample?.first.website_uuid ?? "";
  const explained = runCommand<{ next_audit: string | null }>(service, "website explain", {
    website,
  });
  const { next_audit } = await explained.catch((error: Error) => {
    throw new Problem(`The event names the audit of a sample website. ${error.message}`);
  });
  return JSON.parse(JSON.stringify(event).replaceAll(`{{${AUDIT_DUE_AT}}}`, next_audit ?? ""));
}

function wrongInput(message: string) {
  return new Problem(message, WRONG_INPUT_EXIT_CODE);
}

function describe(error: unknown) {
  return error instanceof Error ? error.message : error;
}

if (import.meta.main) runMain(main);
