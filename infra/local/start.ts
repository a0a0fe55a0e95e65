import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { createProgress, Problem, runMain } from "../terminal.ts";
import { tryLock, waitFor } from "./database/ownership.ts";
import { makeDataDir, readDataDir } from "./dataDir.ts";
import { ensureDemo } from "./demo.ts";
import { createGateway } from "./http/gateway.ts";
import { baseUrl, readAddress, startServer } from "./http/server.ts";
import { openLocal } from "./local.ts";
import { startQueueConsumers } from "./queues/consumers.ts";
import { startSchedules } from "./schedules.ts";
import { startStreams } from "./streams/streams.ts";

const GRACE_MS = 5000;
const ENDING_SECONDS = 2;

/** `npm start`: the stack on this machine, until a signal ends it. */
runMain(async (onSignal) => {
  onSignal(() => process.exit(0));
  const address = readAddress();
  const dataDir = readDataDir();
  const ends = [await lockServer(dataDir)];
  // What may be at work when the signal comes.
  const stops: (() => Promise<void>)[] = [];
  const progress = createProgress();
  try {
    const local = await openLocal({ dataDir, alone: true, load: true, progress: progress.step });
    ends.unshift(local.close);
    const server = await startServer(createGateway(local), address);
    stops.push(() => server.close(GRACE_MS));
    const url = baseUrl({ ...address, port: server.port });
    // A free port is known only now; the websites that are visited are told it.
    process.env["CONTACT_URL"] = url;
    stops.push(startStreams({ ...local, dataDir }));
    stops.push(startQueueConsumers({ ...local, consumers: local.queueConsumers }));
    progress.step("Making the demo reseller");
    const { key } = await ensureDemo(local, dataDir);
    stops.push(startSchedules(local.schedules, local.invoke));
    const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
    process.stdout.write(formatBanner({ baseUrl: url, key }));
    progress.end();
    const lost = await Promise.race([ended, local.lost]);
    if (lost) throw new Problem(`The database is gone: it ${lost}. Start again, no data are lost.`);
  } finally {
    progress.end();
    // What is not done by then is done again after the next start.
    await Promise.race([Promise.all(stops.map((stop) => stop())), sleep(GRACE_MS)]);
    for (const end of ends) await end();
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

/** What `npm start` prints when it is ready. Colours only where a terminal shows them. */
function formatBanner({ baseUrl, key }: { baseUrl: string; key: string }): string {
  const label = (text: string) => styleText("bold", text.padEnd(10), { stream: process.stdout });
  return [
    "",
    `${label("Base URL")}${baseUrl}`,
    `${label("API key")}${key}`,
    `${label("Try")}curl -s ${baseUrl}/v1/users -H 'api-key: ${key}'`,
    "",
    "Ctrl-C ends it; the data stay.",
    "",
  ].join("\n");
}
