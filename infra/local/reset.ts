import { rmSync } from "node:fs";
import { join } from "node:path";
import { readArguments, runMain } from "../cli/terminal.ts";
import { makeDataDir, ownFiles, readDataDir } from "./dataDir.ts";
import { wantNoSample } from "./sample/sample.ts";
import { lockDataDir } from "./serverLock.ts";

const HELP = `Removes the data of the service on this machine. The next start makes the
sample data anew.

  npm run reset
  npm run reset -- --empty   the next starts make no sample data

  DATA_DIR     .local; what else is in it stays
`;

/** `npm run reset`: removes the service's files from DATA_DIR. */
runMain(async () => {
  const options = { help: { type: "boolean", short: "h" }, empty: { type: "boolean" } } as const;
  const { help, empty } = readArguments({ options }, "see --help").values;
  if (help) return void process.stdout.write(HELP);
  const dataDir = readDataDir();
  const names = ownFiles(dataDir);
  if (names.length > 0) {
    const release = lockDataDir(dataDir);
    for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true });
    release();
  }
  process.stdout.write(
    names.length > 0
      ? `Removed from ${dataDir}: ${names.join(", ")}\n`
      : `${dataDir} has no data of the service.\n`,
  );
  if (!empty) return;
  makeDataDir(dataDir);
  wantNoSample(dataDir);
  process.stdout.write("The next start makes no sample data.\n");
});
