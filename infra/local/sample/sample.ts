import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../cli/terminal.ts";
import { ensureKey, findOwnReseller, makeReseller } from "../account.ts";
import type { Callable } from "../calls.ts";
import { ownFiles, readIfThere, writeWhole } from "../dataDir.ts";
import { startServer } from "../http/server.ts";
import type { Sample } from "./makeSample.ts";
import { createSites } from "./sites.ts";

const AGENCY = "Northlight (sample data)";
const OWN_AGENCY = "Your agency";
const PORT = 4000;
const GRACE_MS = 1000;
/** A file in DATA_DIR that says that no sample is wanted. */
const NO_SAMPLE = "no-sample";
const KEPT = ["server.lock", "service.log", NO_SAMPLE];

/** What is stored of a sample: `sample` once it is made, and `isWhole` once all of its days are written. */
interface Stored {
  port: number;
  sample?: Sample;
  isWhole?: true;
}

const fileOf = (dataDir: string) => join(dataDir, "sample.json");

/** The sample of a DATA_DIR; undefined if it has none. */
export function readSample(dataDir: string): Stored | undefined {
  const text = readIfThere(fileOf(dataDir));
  return text === undefined ? undefined : JSON.parse(text);
}

function store(dataDir: string, stored: Stored) {
  writeWhole(fileOf(dataDir), `${JSON.stringify(stored, null, 2)}\n`);
}

/** Has the next starts make no sample. */
export function wantNoSample(dataDir: string) {
  writeWhole(join(dataDir, NO_SAMPLE), "");
}

/** Removes the data of a start that was killed while it made the sample: nobody has used them yet. */
export function removeUnfinished(dataDir: string) {
  const stored = readSample(dataDir);
  if (!stored || stored.sample) return;
  for (const name of ownFiles(dataDir)) {
    if (!KEPT.includes(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/** The reseller of this machine, as the service begins to serve it. */
interface Opened {
  key: string;
  /** Writes what of the sample can wait. */
  finish(): Promise<void>;
  /** Ends the websites of the sample. */
  stop(): Promise<void>;
}

/**
 * Opens the reseller of this machine with its websites, and makes it in an empty table: with the sample, or with
 * nothing if none is wanted.
 */
export async function openReseller(
  service: Callable,
  dataDir: string,
  now = Date.now(),
): Promise<Opened> {
  // Imported late, because it reads the functions' environment.
  const { makeSample, writeDays } = await import("./makeSample.ts");
  const existing = await findOwnReseller(service);
  const isNew = !existing && !existsSync(join(dataDir, NO_SAMPLE));
  let stored = readSample(dataDir);
  const links = () => stored?.sample?.links ?? {};
  const sites = isNew || stored ? await serve(stored?.port, links) : undefined;
  if (isNew && sites) store(dataDir, { port: sites.port });
  const reseller = existing ?? (await makeReseller(service, isNew ? AGENCY : OWN_AGENCY));
  if (isNew && sites) {
    const { port } = sites;
    const seconds = Math.floor(now / 1000);
    const place = { reseller_uuid: reseller.uuid, port, now: seconds };
    stored = { port, sample: await makeSample(service, place) };
    store(dataDir, stored);
  }
  return {
    key: await ensureKey(service, reseller, dataDir),
    finish: async () => {
      if (!stored?.sample || stored.isWhole) return;
      await writeDays(stored.sample);
      store(dataDir, { ...stored, isWhole: true });
    },
    stop: async () => await sites?.close(GRACE_MS),
  };
}

/** Serves the websites: new ones at any port, others where they were. */
async function serve(earlier: number | undefined, links: () => Sample["links"]) {
  const answer = createSites(links);
  try {
    return await startServer(answer, { port: earlier ?? PORT });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (earlier === undefined) return await startServer(answer, { port: 0 });
    process.stderr.write(
      `Port ${earlier} is in use, so the sample's websites will be shown as down.\n`,
    );
    return undefined;
  }
}
