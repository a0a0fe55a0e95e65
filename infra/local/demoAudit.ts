import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "./calls.ts";
import { tryLock } from "./database/ownership.ts";
import { readDemo } from "./demo.ts";

const POLL_MS = 1000;
const MOST_TRIES = 30;

interface Site {
  dataDir: string;
  /** Ends the waiting. */
  signal: AbortSignal;
  print: (line: string) => void;
}

/**
 * Makes the checks of the demo website due as soon as a server runs on DATA_DIR, so that its feed
 * appears at once: otherwise the audit would wait for the next retry, up to an hour. Ends when it
 * has, or with the signal.
 */
export async function auditDemoSite({ dataDir, signal, print }: Site) {
  let told = false;
  while (!isServed(dataDir) || !readDemo(dataDir)) {
    if (!told) print('The service does not run yet ("npm start"): this is checked when it does.');
    told = true;
    await sleep(POLL_MS, undefined, { signal });
  }
  const { key, website_uuid, business_uuid } = readDemo(dataDir) ?? {};
  if (!website_uuid) return print("The demo website was deleted: nothing checks this site.");
  // Imported late, so that the site does not wait half a second for the CDK.
  const { openLocal } = await import("./local.ts");
  const local = await openLocal({ dataDir });
  try {
    for (let tries = 1; ; tries += 1) {
      const failed = await runCommand(local, "audit run", { website: website_uuid }).then(
        () => undefined,
        (error: Error) => error,
      );
      if (failed === undefined) break;
      // A website that was created just now gets its checks from the stream, in a moment.
      if (tries === MOST_TRIES) throw failed;
      await sleep(POLL_MS, undefined, { signal });
    }
  } finally {
    await local.close();
  }
  print("It is being checked now. In a minute or two, this shows what was found:");
  const query = `businessUuid=${business_uuid}&websiteUuid=${website_uuid}`;
  print(`  curl -s 'http://localhost:3000/v1/feed-items?${query}' -H 'api-key: ${key}'`);
}

function isServed(dataDir: string): boolean {
  const lock = join(dataDir, "server.lock");
  if (!existsSync(lock)) return false;
  const release = tryLock(lock, "exclusive");
  release?.();
  return release === undefined;
}
