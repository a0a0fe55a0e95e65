import { join } from "node:path";
import { optionalCount } from "../../shared/platform/env.ts";
import { Problem, readArguments, runMain } from "../cli/terminal.ts";
import { readDataDir } from "./dataDir.ts";
import { readAddress } from "./http/server.ts";
import { directLog } from "./logLines.ts";
import { lockDataDir } from "./serverLock.ts";
import { readStack } from "./stack.ts";

const HELP = `Runs the whole service on this machine until Ctrl-C. The data are kept.

  npm start
  PORT=8080 npm start
  npm run dev            the same, restarted when you save a file that it runs

  PORT         3000; 0 takes any free port
  HOST         the address to listen on, such as 0.0.0.0; loopback by default
  DATA_DIR     .local; one server at a time ("npm run reset" deletes the data)
  LOG_FORMAT   json or text prints the log, which otherwise goes to
               service.log in DATA_DIR
  READS_PER_MINUTE, WRITES_PER_MINUTE, DELIVERIES_PER_MINUTE
               limits of each reseller; none by default

  AWS_ENDPOINT_URL_DYNAMODB
               a DynamoDB on this machine instead of the embedded one
`;

const LIMITS = ["READS_PER_MINUTE", "WRITES_PER_MINUTE", "DELIVERIES_PER_MINUTE"];

/** Throws a Problem that names a wrong variable. */
function assertVariables({ LOG_FORMAT = "" } = process.env) {
  if (!["", "json", "text"].includes(LOG_FORMAT)) {
    throw new Problem(`LOG_FORMAT must be json or text, not "${LOG_FORMAT}".`);
  }
  try {
    LIMITS.forEach(optionalCount);
  } catch (error) {
    throw new Problem(`${(error as Error).message}.`);
  }
}

/** `npm start`: the stack on this machine, until a signal ends it. */
runMain(async (onSignal) => {
  const options = { help: { type: "boolean", short: "h" } } as const;
  if (readArguments({ options }, "see --help").values.help) return void process.stdout.write(HELP);
  assertVariables();
  onSignal(() => process.exit(0));
  const address = readAddress();
  const dataDir = readDataDir();
  const release = lockDataDir(dataDir);
  directLog(join(dataDir, "service.log"));
  try {
    const stack = readStack(() =>
      process.stderr.write("Reading the stack, which takes some seconds ...\n"),
    );
    // It is awaited only when the database is open.
    stack.catch(() => {});
    // Imported late, so that wrong settings are reported before everything is loaded.
    const { runService } = await import("./service.ts");
    await runService({ address, dataDir, stack, onSignal });
  } finally {
    release();
  }
  process.exit(0);
});
