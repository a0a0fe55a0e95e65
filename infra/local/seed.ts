import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Callable, callApi } from "./calls.ts";
import { readIfThere, writeWhole } from "./dataDir.ts";
import { type DemoRecords, makeDemoKey, makeDemoRecords, makeDemoReseller } from "./demo.ts";

/** The demo of a DATA_DIR: its key in `demo-key`, the rest in `demo.json`. */
export interface Demo extends DemoRecords {
  key: string;
}

/** The demo as far as it is complete; undefined before. */
export function readDemo(dataDir: string): Demo | undefined {
  const key = readIfThere(keyFile(dataDir))?.trim();
  const records = readIfThere(recordsFile(dataDir));
  return key && records ? { ...JSON.parse(records), key } : undefined;
}

/**
 * Makes the demo, or completes what a start that was killed has left of it. The file with the key
 * is written last: it says that all is there. A key that is no longer accepted is replaced.
 */
export async function ensureDemo(service: Callable, dataDir: string): Promise<Demo> {
  const known = readDemo(dataDir);
  if (known && (await isAccepted(service, known.key))) return known;

  rmSync(keyFile(dataDir), { force: true });
  const reseller_uuid = await makeDemoReseller(service);
  const key = await makeDemoKey(service, reseller_uuid);
  const records = await makeDemoRecords(service, { reseller_uuid, key });
  writeWhole(recordsFile(dataDir), `${JSON.stringify(records, null, 2)}\n`);
  writeWhole(keyFile(dataDir), `${key}\n`);
  return { ...records, key };
}

async function isAccepted(service: Callable, key: string) {
  const { statusCode } = await callApi(service, key, { routeKey: "GET /v1/plans" });
  return statusCode === 200;
}

const keyFile = (dataDir: string) => join(dataDir, "demo-key");
const recordsFile = (dataDir: string) => join(dataDir, "demo.json");
