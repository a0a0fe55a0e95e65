import { join } from "node:path";
import { optionalCount, optionalEnv } from "../../shared/platform/env.ts";
import { asksForHelp, Problem, runMain } from "../cli/terminal.ts";
import { settingsSchema } from "../settingsSchema.ts";
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

  AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SESV2,
  AWS_ENDPOINT_URL_SECRETS_MANAGER
               your own services instead of the local ones
`;

const LIMITS = ["READS_PER_MINUTE", "WRITES_PER_MINUTE", "DELIVERIES_PER_MINUTE"];
const ENDPOINTS = ["DYNAMODB", "SESV2", "SECRETS_MANAGER"].map(
  (service) => `AWS_ENDPOINT_URL_${service}`,
);
/** On AWS a setting of the stage. */
const { securityContact } = settingsSchema.shape;

/** Throws a Problem that names a wrong variable. */
function assertVariables({ LOG_FORMAT = "" } = process.env) {
  if (!["", "json", "text"].includes(LOG_FORMAT)) {
    throw new Problem(`LOG_FORMAT must be json or text, not "${LOG_FORMAT}".`);
  }
  for (const name of ENDPOINTS) {
    const url = optionalEnv(name);
    if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
      throw new Problem(`${name} must be a URL such as http://localhost:8000, not "${url}".`);
    }
  }
  const contact = optionalEnv("SECURITY_CONTACT");
  const [issue] = securityContact.safeParse(contact).error?.issues ?? [];
  if (contact !== undefined && issue)
    throw new Problem(`SECURITY_CONTACT ${issue.message}, not "${contact}".`);
  try {
    LIMITS.forEach(optionalCount);
  } catch (error) {
    throw new Problem(`${(error as Error).message}.`);
  }
}

/** `npm start`: the stack on this machine, until a signal ends it. */
runMain(async (onSignal) => {
  if (asksForHelp("npm start")) {
    process.stdout.write(HELP);
    // `npm run dev` would wait for a change of the help.
    if (process.env["WATCH_REPORT_DEPENDENCIES"]) process.kill(process.ppid, "SIGINT");
    return;
  }
  assertVariables();
  onSignal(() => process.exit(0));
  const address = readAddress();
  const dataDir = readDataDir();
  const release = await lockDataDir(dataDir);
  directLog(join(dataDir, "service.log"));
  try {
    const stack = readStack();
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
