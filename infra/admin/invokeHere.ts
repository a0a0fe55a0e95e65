import { join } from "node:path";
import type { AdminRequest, AdminResponse } from "../../functions/admin/index.ts";
import { openLocal } from "../local/local.ts";
import { tryLock } from "../local/lock.ts";
import { Problem } from "../local/problem.ts";
import { readDataDir } from "../local/settings.ts";

/** As the shell has set it: opening the database below sets it too. */
const foreignDatabase = process.env["AWS_ENDPOINT_URL_DYNAMODB"];

/** Runs the operators' function in this process, against the database on this machine. */
export async function invokeHere(request: AdminRequest): Promise<AdminResponse> {
  const write = process.stdout.write;
  // What the function logs must not get between the result and its reader.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const local = await openLocal({ dataDir: readDataDir() });
  try {
    return (await local.invoke("admin", request)) as AdminResponse;
  } finally {
    await local.close();
    process.stdout.write = write;
  }
}

/** Throws a Problem when no server runs here that would do what is due. */
export function assertServed() {
  const dataDir = readDataDir();
  // Who works on a database that is elsewhere can't be told.
  if (foreignDatabase) return;
  const release = tryLock(join(dataDir, "server.lock"), "exclusive");
  if (release === undefined) return;
  release();
  throw new Problem(
    `The checks are due, but no server runs on ${dataDir} to do them: run "npm start", then wait again.`,
  );
}
