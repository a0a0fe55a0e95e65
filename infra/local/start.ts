import { join } from "node:path";
import { asksForHelp, Problem, runMain } from "../terminal.ts";
import { tryLock, waitFor } from "./database/ownership.ts";
import { makeDataDir, readDataDir } from "./dataDir.ts";
import { endAll } from "./ending.ts";
import { readAddress } from "./http/server.ts";
import { formatLogOn } from "./logLines.ts";

const HELP = `Runs the whole service on this machine, until Ctrl-C ends it. The data stay.

  npm start
  PORT=8080 npm start
  npm run dev            and starts it again whenever a file of the code is saved

  PORT         3000; 0 takes a free one
  HOST         the one address to listen on, such as 0.0.0.0; without it both addresses of loopback
  DATA_DIR     .local; one server at a time can have it ("npm run reset" empties it)
  LOG_FORMAT   json or text; without it text on a terminal, json in a pipe or a file
  READS_PER_MINUTE, WRITES_PER_MINUTE
               requests that each reseller may make; without them any number

  AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SESV2, AWS_ENDPOINT_URL_SECRETS_MANAGER
               services of your own instead of the local ones
`;

const ENDING_SECONDS = 2;

/** `npm start`: the stack on this machine, until a signal ends it. */
runMain(async (onSignal) => {
  if (asksForHelp("npm start")) return void process.stdout.write(HELP);
  formatLogOn(process.stdout);
  onSignal(() => process.exit(0));
  const address = readAddress();
  const dataDir = readDataDir();
  const ends = [await lockServer(dataDir)];
  try {
    // It loads what the whole service needs, which no wrong setting is to wait for.
    const { runService } = await import("./service.ts");
    await runService({ address, dataDir, onSignal });
  } finally {
    await endAll(ends);
  }
  process.exit(0);
});

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
