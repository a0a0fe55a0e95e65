import { asksForHelp, Problem, runMain } from "../terminal.ts";
import { becomeServer } from "./address.ts";
import { waitFor } from "./database/ownership.ts";
import { makeDataDir, readDataDir } from "./dataDir.ts";
import { endAll } from "./ending.ts";
import { readAddress } from "./http/server.ts";
import { formatLogOn } from "./logLines.ts";

const HELP = `Runs the whole service on this machine until Ctrl-C. The data are kept.

  npm start
  PORT=8080 npm start
  npm run dev            the same, restarted when you save a file

  PORT         3000; 0 takes any free port
  HOST         the address to listen on, such as 0.0.0.0; both loopback addresses by default
  DATA_DIR     .local; one server at a time ("npm run reset" deletes the data)
  LOG_FORMAT   json or text; by default text on a terminal, json otherwise
  READS_PER_MINUTE, WRITES_PER_MINUTE, DELIVERIES_PER_MINUTE, REQUESTS_AT_ONCE
               limits of each reseller; none by default

  AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SESV2, AWS_ENDPOINT_URL_SECRETS_MANAGER
               your own services instead of the local ones
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
    // Imported late, so that wrong settings are reported before everything is loaded.
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
  // A server that was just stopped needs a moment to end.
  await waitFor(ENDING_SECONDS, () => {
    release = becomeServer(dataDir);
    return release !== undefined;
  });
  if (release) return release;
  throw new Problem(
    `Another server uses ${dataDir}: stop it, or set DATA_DIR to another directory.`,
  );
}
