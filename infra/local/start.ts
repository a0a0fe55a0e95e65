import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formatBanner } from "./banner.ts";
import { makeDataDir } from "./dataDir.ts";
import { createGateway } from "./http/gateway.ts";
import { startServer } from "./http/server.ts";
import { openLocal } from "./local.ts";
import { tryLock } from "./lock.ts";
import { waitFor } from "./orphan.ts";
import { Problem, runMain } from "./problem.ts";
import { createProgress } from "./progress.ts";
import { startQueueConsumers } from "./queues/consumers.ts";
import { startSchedules } from "./schedules.ts";
import { ensureDemo } from "./seed.ts";
import { readSettings, type Settings } from "./settings.ts";
import { startStreams } from "./streams.ts";

const GRACE_MS = 5000;
const ENDING_SECONDS = 2;

/** `npm start`: the stack on this machine, until a signal ends it. */
runMain(async (onSignal) => {
  onSignal(() => process.exit(0));
  const settings = readSettings();
  const { dataDir } = settings;
  const ends = [await lockServer(dataDir)];
  // What may be at work when the signal comes.
  const stops: (() => Promise<void>)[] = [];
  const progress = createProgress();
  try {
    const local = await openLocal({ dataDir, alone: true, load: true, progress: progress.step });
    ends.unshift(local.close);
    stops.push(startStreams({ ...local, dataDir }));
    stops.push(startQueueConsumers({ ...local, consumers: local.queueConsumers }));
    const server = await startServer(createGateway(local), settings);
    stops.push(() => server.close(GRACE_MS));
    progress.step("Making the demo reseller");
    const { key } = await ensureDemo(local, dataDir);
    stops.push(startSchedules(local.schedules, local.invoke));
    const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
    process.stdout.write(formatBanner({ baseUrl: baseUrl(settings, server.port), key }));
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

function baseUrl({ host }: Settings, port: number) {
  if (!host || host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
