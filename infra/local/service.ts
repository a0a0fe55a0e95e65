import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { type OnSignal, Problem } from "../cli/terminal.ts";
import { unusable } from "./dataDir.ts";
import { createGateway } from "./http/gateway.ts";
import { baseUrl, type readAddress, startServer } from "./http/server.ts";
import { newSignIn, withSignIn } from "./http/signIn.ts";
import { openLocal } from "./local.ts";
import { startQueueConsumers } from "./queues/consumers.ts";
import { openReseller, removeUnfinished } from "./sample/sample.ts";
import { startSchedules } from "./schedules.ts";
import { noteServer } from "./serverLock.ts";
import { startStream } from "./streams/streams.ts";
import type { LocalService } from "./synthesis.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What takes some seconds once and can wait: the dictionaries of audits, and the reference. */
const MADE_LATER = [
  "shared/audit/analysers/spelling/words/convertDictionaries.ts",
  "functions/reference/prebuilt.ts",
];
const GRACE_MS = 5000;

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
  await using ends = new AsyncDisposableStack();
  removeUnfinished(dataDir);
  const local = await openLocal(dataDir, stack);
  ends.defer(local.close);
  const lost = local.lost.then((reason) => {
    throw new Problem(reason);
  });
  lost.catch(() => {});
  const signIn = newSignIn();
  const server = await startServer(withSignIn(signIn, createGateway(local)), address);
  stops.push(() => server.close(GRACE_MS));
  const url = baseUrl({ ...address, port: server.port });
  // With PORT=0 the port is known only now. Requests to websites name this URL as the contact.
  process.env["CONTACT_URL"] = url;
  noteServer(dataDir, { api: url, ...local.endpoints });
  const reseller = openReseller(local, dataDir).catch((error) => {
    local.report("Opening the reseller", error);
    throw unusable(dataDir, error);
  });
  const { key, finish, stop } = await Promise.race([reseller, lost]);
  ends.defer(stop);
  ends.defer(async () => {
    const stopped = Promise.all(stops.map((stop) => stop()));
    await Promise.race([stopped, sleep(GRACE_MS, undefined, { ref: false })]);
  });
  signIn.key = key;
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const open = `${url}/console#open=${signIn.token}`;
  process.stdout.write(formatBanner({ Open: open, "API key": key, Docs: `${url}/docs` }));
  makeLater();
  // The console's first page shows the sample's days. After a first start, the stream and the queues have seconds of work.
  const finished = finish().catch((error) => local.report("Writing the sample's days", error));
  if ((await Promise.race([finished, ended.then(() => "ended"), lost])) !== "ended") {
    stops.push(startStream({ ...local, endpoint: local.endpoints.database, dataDir }));
    stops.push(startQueueConsumers(local));
    stops.push(startSchedules(local));
  }
  await Promise.race([ended, lost]);
}

/** What `npm start` prints when it is ready. Labels are bold where a terminal shows it. */
function formatBanner(rows: Record<string, string>): string {
  const lines = Object.entries(rows).map(([label, text]) => {
    return `${styleText("bold", label.padEnd(10), { stream: process.stdout })}${text}\n`;
  });
  return `\n${lines.join("")}\n`;
}
