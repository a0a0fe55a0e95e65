import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { createProgress, Problem, runMain } from "../terminal.ts";
import { tryLock, waitFor } from "./database/ownership.ts";
import { makeDataDir, readDataDir } from "./dataDir.ts";
import { ensureDemo } from "./demo.ts";
import { endAll, type Stoppable, stopAll } from "./ending.ts";
import { createGateway } from "./http/gateway.ts";
import { baseUrl, readAddress, startServer } from "./http/server.ts";
import { openLocal } from "./local.ts";
import { formatLogOn } from "./logLines.ts";
import { startQueueConsumers } from "./queues/consumers.ts";
import { startSchedules } from "./schedules.ts";
import { startStreams } from "./streams/streams.ts";

const HELP = `Runs the whole service on this machine, until Ctrl-C ends it. The data stay.

  npm start
  PORT=8080 npm start
  npm run dev            and starts it again whenever a file of the code is saved

  PORT         3000; 0 takes a free one
  HOST         the one address to listen on, such as 0.0.0.0; without it both addresses of loopback
  DATA_DIR     .local; one server at a time can have it ("npm run reset" empties it)
  LOG_FORMAT   json or text; without it text on a terminal, json in a pipe or a file

  AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SESV2, AWS_ENDPOINT_URL_SECRETS_MANAGER
               services of your own instead of the local ones
`;

const GRACE_MS = 5000;
const ENDING_SECONDS = 2;
/** npm and the terminal both pass one Ctrl-C on: a later one is meant. */
const SAME_SIGNAL_MS = 1000;
const WRONG_INPUT_EXIT_CODE = 2;

/** `npm start`: the stack on this machine, until a signal ends it. */
runMain(async (onSignal) => {
  if (asksForHelp()) return void process.stdout.write(HELP);
  formatLogOn(process.stdout);
  onSignal(() => process.exit(0));
  const address = readAddress();
  const dataDir = readDataDir();
  const ends = [await lockServer(dataDir)];
  // What may be at work when the signal comes.
  const stops: Stoppable[] = [];
  const progress = createProgress();
  try {
    const local = await openLocal({ dataDir, alone: true, load: true, progress: progress.step });
    ends.unshift(local.close);
    const server = await startServer(createGateway(local), address);
    stops.push({ stop: () => server.close(GRACE_MS) });
    const url = baseUrl({ ...address, port: server.port });
    // A free port is known only now; the websites that are visited are told it.
    process.env["CONTACT_URL"] = url;
    stops.push({ pending: local.running, stop: startStreams({ ...local, dataDir }) });
    const consumers = local.queueConsumers;
    stops.push({ stop: startQueueConsumers({ ...local, consumers }) });
    progress.step("Making the demo reseller");
    const { key } = await orLost(ensureDemo(local, dataDir), local.lost);
    stops.push({ stop: startSchedules(local) });
    const ended = new Promise<void>((resolve) => onSignal(endAt(resolve)));
    process.stdout.write(formatBanner({ baseUrl: url, key }));
    progress.end();
    await orLost(ended, local.lost);
  } finally {
    progress.end();
    await stopAll(stops, { graceMs: GRACE_MS });
    await endAll(ends);
  }
  process.exit(0);
});

/** What is waited for, or a line that says why nothing goes on any more. */
function orLost<Result>(result: Promise<Result>, lost: Promise<string>): Promise<Result> {
  const problem = lost.then((reason) => {
    throw new Problem(reason);
  });
  return Promise.race([result, problem]);
}

function asksForHelp(): boolean {
  try {
    return parseArgs({ options: { help: { type: "boolean", short: "h" } } }).values.help ?? false;
  } catch {
    const message = "npm start takes no options but --help: what can be set are variables.";
    throw new Problem(message, WRONG_INPUT_EXIT_CODE);
  }
}

/** The first signal ends the server in good order, a second one at once. */
function endAt(begin: () => void) {
  let first: number | undefined;
  return () => {
    first ??= performance.now();
    if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
    begin();
  };
}

/** One server a directory: two would each feed the stream to the functions. */
async function lockServer(dataDir: string): Promise<() => void | Promise<void>> {
  makeDataDir(dataDir);
  let release: (() => void) | undefined;
  // One that was just told to end needs a moment.
  await waitFor(ENDING_SECONDS, () => {
    release = tryLock(join(dataDir, "server.lock"), "exclusive");
    return release !== undefined;
  });
  if (release) return release;
  throw new Problem(`Another server runs on ${dataDir}: end that one, or set DATA_DIR to another.`);
}

/** What `npm start` prints when it is ready. Colours only where a terminal shows them. */
function formatBanner({ baseUrl, key }: { baseUrl: string; key: string }): string {
  const label = (text: string) => styleText("bold", text.padEnd(10), { stream: process.stdout });
  return [
    "",
    `${label("Base URL")}${baseUrl}`,
    `${label("API key")}${key}`,
    `${label("Try")}curl -s ${baseUrl}/v1/users -H 'api-key: ${key}'`,
    `${label("Docs")}${baseUrl}/docs`,
    "",
    "Ctrl-C ends it; the data stay.",
    "",
  ].join("\n");
}
