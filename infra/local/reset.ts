import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asksForHelp, Problem, runMain } from "../terminal.ts";
import { codeOf, isOwn, readDataDir, unusable } from "./dataDir.ts";
import { tryLock } from "./serverLock.ts";

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
  const release = tryLock(join(dataDir, "server.lock"), "exclusive");
  if (!release) throw new Problem(`A server or command works on ${dataDir}: stop it first.`);
  for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true });
  release();
  process.stdout.write(`Removed from ${dataDir}: ${names.join(", ")}\n`);
});

function listNames(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw unusable(dataDir, error);
  }
}
