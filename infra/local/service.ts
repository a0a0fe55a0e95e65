import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { setInterval, setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { createProgress, type OnSignal, Problem } from "../cli/terminal.ts";
import { createGateway } from "./http/gateway.ts";
import { baseUrl, type readAddress, startServer } from "./http/server.ts";
import { newSignIn, withSignIn } from "./http/signIn.ts";
import { openLocal } from "./local.ts";
import { startQueueConsumers } from "./queues/consumers.ts";
import { openReseller, removeUnfinished } from "./sample/sample.ts";
import { startSchedules } from "./schedules.ts";
import { noteServer } from "./serverLock.ts";
import { startStreams } from "./streams/streams.ts";
import type { LocalService } from "./synthesis.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What takes some seconds once and can wait: the dictionaries of audits, and the reference. */
const MADE_LATER = [
  "shared/audit/analysers/spelling/words/convertDictionaries.ts",
  "functions/reference/prebuilt.ts",
];
const GRACE_MS = 5000;
const SILENT_MS = 300;
const PLACE_POLL_MS = 1000;
/** npm and the terminal both pass on one Ctrl-C. A signal after this time is a second one. */
const SAME_SIGNAL_MS = 1000;

interface ServiceOptions {
  address: ReturnType<typeof readAddress>;
  dataDir: string;
  stack: Promise<LocalService>;
  onSignal: OnSignal;
}

/** In processes of their own, which leave the processor to this one. */
function makeLater() {
  for (const script of MADE_LATER) {
    const child = spawn(process.execPath, [join(ROOT, script)], { stdio: "ignore" });
    child.on("error", () => {}).unref();
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }
}

/** Runs the whole service on a locked DATA_DIR until a signal ends it. */
export async function runService({ address, dataDir, stack, onSignal }: ServiceOptions) {
  // Parts that may be busy when the signal comes.
  const stops: (() => Promise<void>)[] = [];
  const ends = new AsyncDisposableStack();
  const progress = createProgress();
  let reason: unknown;
  try {
    removeUnfinished(dataDir);
    const local = await openLocal({ dataDir, stack, progress: progress.step });
    ends.defer(local.close);
    const lost = Promise.race([local.lost, untilGone(dataDir)]);
    const signIn = newSignIn();
    const server = await startServer(withSignIn(signIn, createGateway(local)), address);
    stops.push(() => server.close(GRACE_MS));
    const url = baseUrl({ ...address, port: server.port });
    // With PORT=0 the port is known only now. Requests to websites name this URL as the contact.
    process.env["CONTACT_URL"] = url;
    noteServer(dataDir, { api: url, ...local.endpoints });
    const opened = openReseller(local, dataDir, { progress: progress.step });
    const { key, finish, stop } = await orLost(opened, lost);
    // What works on these websites ends before them.
    ends.defer(stop);
    signIn.key = key;
    const ended = new Promise<void>((resolve) => onSignal(endAt(resolve)));
    const open = `${url}/console#open=${signIn.token}`;
    process.stdout.write(formatBanner({ Open: open, "API key": key, Docs: `${url}/docs` }));
    progress.end();
    makeLater();
    // The console's first page shows the sample's days. After a first start, the stream and the queues have seconds of work.
    const finished = finish().catch((error) => local.report("Writing the sample's days", error));
    if ((await orLost(Promise.race([finished, ended.then(() => "ended")]), lost)) !== "ended") {
      stops.push(startStreams({ ...local, endpoint: local.endpoints.database, dataDir }));
      stops.push(startQueueConsumers(local));
      stops.push(startSchedules(local));
    }
    await orLost(ended, lost);
  } catch (error) {
    reason = error;
    throw error;
  } finally {
    progress.end();
    await stopAll(stops);
    await ends.disposeAsync().catch((error: unknown) => {
      // An error while ending must not hide the first one.
      if (reason === undefined) throw error;
    });
  }
}

/** Waits up to five seconds for the parts to stop, and says so on stderr if that takes long. */
async function stopAll(stops: (() => Promise<void>)[]) {
  const notice = setTimeout(() => {
    process.stderr.write(
      `Waiting for work under way, at most ${GRACE_MS / 1000} s; what is left continues after the next ` +
        "start. Press Ctrl-C again to stop now.\n",
    );
  }, SILENT_MS);
  const stopped = Promise.all(stops.map((stop) => stop()));
  await Promise.race([stopped, sleep(GRACE_MS, undefined, { ref: false })]);
  clearTimeout(notice);
}

/** Resolves with a sentence when DATA_DIR is removed or moved: writes to its open files would be lost. */
async function untilGone(dataDir: string): Promise<string> {
  // The lock file stays open, so no other file gets its inode number.
  const lock = join(dataDir, "server.lock");
  const { ino } = statSync(lock);
  for await (const _ of setInterval(PLACE_POLL_MS, undefined, { ref: false })) {
    if (statSync(lock, { throwIfNoEntry: false })?.ino !== ino) break;
  }
  return `${dataDir} was removed or moved while the service ran: later changes are lost. Start again.`;
}

/** The result; throws a Problem when the service can't continue. */
function orLost<Result>(result: Promise<Result>, lost: Promise<string>): Promise<Result> {
  const problem = lost.then((reason) => {
    throw new Problem(reason);
  });
  return Promise.race([result, problem]);
}

/** The first signal ends the server gracefully, a second one immediately. */
function endAt(begin: () => void) {
  let first: number | undefined;
  return () => {
    first ??= performance.now();
    if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
    begin();
  };
}

/** What `npm start` prints when it is ready. Labels are bold where a terminal shows it. */
function formatBanner(rows: Record<string, string>): string {
  const lines = Object.entries(rows).map(([label, text]) => {
    return `${styleText("bold", label.padEnd(10), { stream: process.stdout })}${text}\n`;
  });
  return `\n${lines.join("")}\n`;
}
