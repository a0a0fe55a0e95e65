import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { asksForHelp, runMain } from "../terminal.ts";
import { differences, versionsOf } from "./fileVersions.ts";

const HELP = `Runs the service as npm start does, starts it again after each save, and checks the types.

  npm run dev

It takes the variables of npm start ("npm start -- --help" lists them).
`;

const root = resolve(import.meta.dirname, "../..");
const WATCHED = ["infra", "functions", "shared", "package-lock.json", "tsconfig.json"];
/** What the code is made of, without what editors and git write beside it. */
const IS_SOURCE = /\.(?:[cm]?[jt]sx?|json|md|css|html|mjml|py|csv|txt|words)$/;
/** What `npm run client:types` and `client:pack` write. */
const IS_MADE = /client[/\\](?:schema\.ts$|dist[/\\])/;
const POLL_MS = 400;
/** The service ends by itself within five seconds. */
const PATIENCE_MS = 8000;
const MOST_NAMED = 3;

/** `npm run dev`: the service, started again whenever files have changed, until a signal ends it. */
runMain(async (onSignal) => {
  if (asksForHelp("npm run dev")) return void process.stdout.write(HELP);
  const stop = new AbortController();
  onSignal(() => stop.abort());
  const children = new Set<ChildProcess>();
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", 1, 2] });
    children.add(child);
    return child.once("close", () => children.delete(child));
  };
  const checkTypes = typeChecker(run);
  const restart = async (service?: ChildProcess) => {
    if (service) await end(service);
    void checkTypes();
    return run(...process.execArgv, "infra/local/start.ts").once("close", (code) => {
      if (code) tell("The service has ended. It starts again when you save a file.");
    });
  };
  let service = await restart();
  try {
    for await (const files of changes(stop.signal)) {
      tell(`Reloading: ${formatNames(files)}`);
      service = await restart(service);
    }
  } finally {
    await Promise.all([...children].map(end));
  }
  process.exit(0);
});

/**
 * The files of each change, once no more change. It polls, because notifications of the file system miss
 * files that are replaced, and folders mounted from another machine.
 */
async function* changes(signal: AbortSignal): AsyncGenerator<string[]> {
  const read = () =>
    versionsOf(
      WATCHED.map((path) => join(root, path)),
      (path) => IS_SOURCE.test(path) && !IS_MADE.test(path),
    );
  let [known, last] = [read(), new Map<string, string>()];
  while (!signal.aborted) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    const now = read();
    const isQuiet = differences(last, now).length === 0;
    last = now;
    const changed = isQuiet ? differences(known, now) : [];
    if (changed.length === 0 || signal.aborted) continue;
    known = now;
    yield changed.map((path) => path.slice(root.length + 1));
  }
}

/** Checks the types after those of the client are made; a request while one waits is the same. */
function typeChecker(run: (...args: string[]) => ChildProcess) {
  let latest = 0;
  let current = Promise.resolve();
  async function check() {
    for (const args of [
      ["functions/reference/write.ts", "client"],
      ["node_modules/typescript/bin/tsc"],
      ["node_modules/typescript/bin/tsc", "-p", "functions/console/app"],
    ]) {
      const [code] = await once(run(...args), "close");
      if (code !== 0) return;
    }
    tell("The types are right.");
  }
  return () => {
    const own = ++latest;
    current = current.then(() => (own === latest ? check() : undefined));
    return current;
  };
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const killLater = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  await once(child, "close");
  clearTimeout(killLater);
}

function formatNames(files: string[]): string {
  const more = files.length - MOST_NAMED;
  return [...files.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

function tell(line: string) {
  process.stderr.write(`${styleText("bold", line, { stream: process.stderr })}\n`);
}
