import { statSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { styleText } from "node:util";
import { createProgress, type OnSignal, Problem } from "../terminal.ts";
import { ensureDemo } from "./demo.ts";
import { endAll, type Stoppable, stopAll } from "./ending.ts";
import { createGateway } from "./http/gateway.ts";
import { baseUrl, type readAddress, startServer } from "./http/server.ts";
import { openLocal } from "./local.ts";
import { startQueueConsumers } from "./queues/consumers.ts";
import { startSchedules } from "./schedules.ts";
import { startStreams } from "./streams/streams.ts";

const GRACE_MS = 5000;
const PLACE_POLL_MS = 1000;
/** npm and the terminal both pass one Ctrl-C on: a later one is meant. */
const SAME_SIGNAL_MS = 1000;

interface ServiceOptions {
  address: ReturnType<typeof readAddress>;
  dataDir: string;
  onSignal: OnSignal;
}

/** Runs the whole service on data that are locked, until a signal ends it in good order. */
export async function runService({ address, dataDir, onSignal }: ServiceOptions) {
  // What may be at work when the signal comes.
  const stops: Stoppable[] = [];
  const ends: (() => void | Promise<void>)[] = [];
  const progress = createProgress();
  let reason: unknown;
  try {
    const local = await openLocal({ dataDir, alone: true, load: true, progress: progress.step });
    ends.unshift(local.close);
    const lost = Promise.race([local.lost, untilGone(dataDir)]);
    const server = await startServer(createGateway(local), address);
    stops.push({ stop: () => server.close(GRACE_MS) });
    const url = baseUrl({ ...address, port: server.port });
    // A free port is known only now; the websites that are visited are told it.
    process.env["CONTACT_URL"] = url;
    stops.push({ pending: local.running, stop: startStreams({ ...local, dataDir }) });
    const consumers = local.queueConsumers;
    stops.push({ stop: startQueueConsumers({ ...local, consumers }) });
    progress.step("Making the demo reseller");
    const { key } = await orLost(ensureDemo(local, dataDir), lost);
    stops.push({ stop: startSchedules(local) });
    const ended = new Promise<void>((resolve) => onSignal(endAt(resolve)));
    process.stdout.write(formatBanner({ baseUrl: url, key }));
    progress.end();
    await orLost(ended, lost);
  } catch (error) {
    reason = error;
    throw error;
  } finally {
    progress.end();
    await stopAll(stops, { graceMs: GRACE_MS });
    await endAll(ends).catch((error: unknown) => {
      // What can't be ended for the same reason is not to be told in its place.
      if (reason === undefined) throw error;
    });
  }
}

/** Files that are removed or moved while they are open would go on taking what nobody finds again. */
async function untilGone(dataDir: string): Promise<string> {
  // As long as the lock is held its file is open, and no other one gets its number.
  const lock = join(dataDir, "server.lock");
  const { ino } = statSync(lock);
  for await (const _ of setInterval(PLACE_POLL_MS, undefined, { ref: false })) {
    if (statSync(lock, { throwIfNoEntry: false })?.ino !== ino) break;
  }
  return `${dataDir} was removed or moved while the service ran: what came since is not in it. Start again.`;
}

/** What is waited for, or a line that says why nothing goes on any more. */
function orLost<Result>(result: Promise<Result>, lost: Promise<string>): Promise<Result> {
  const problem = lost.then((reason) => {
    throw new Problem(reason);
  });
  return Promise.race([result, problem]);
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
