import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asksForHelp, Problem, runMain } from "../terminal.ts";
import { tryLock } from "./database/ownership.ts";
import { codeOf, describeRefusal, isOwn, readDataDir } from "./dataDir.ts";

const HELP = `Removes the data of the service on this machine, so that the next start begins with empty data.

  npm run reset

  DATA_DIR     .local; what else is in it stays
`;

/** `npm run reset`: removes the service's files from DATA_DIR. */
runMain(async () => {
  if (asksForHelp("npm run reset")) return void process.stdout.write(HELP);
  const dataDir = readDataDir();
  const names = listNames(dataDir).filter(isOwn);
  if (names.length === 0) {
    process.stdout.write(`${dataDir} has no data of the service.\n`);
    return;
  }
  const locks = ["server.lock", "database.owner", "database.users"].map((name) => {
    const release = tryLock(join(dataDir, name), "exclusive");
    if (release) return release;
    throw new Problem(`A server or command works on ${dataDir}: stop it first.`);
  });
  for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true });
  for (const release of locks) release();
  process.stdout.write(`Removed from ${dataDir}: ${names.join(", ")}\n`);
});

function listNames(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw new Problem(`DATA_DIR ${dataDir} ${describeRefusal(error, "read")}.`);
  }
}
