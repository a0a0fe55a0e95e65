import type { AdminRequest, AdminResponse } from "../../functions/admin/index.ts";
import { openLocal } from "../local/local.ts";
import { readDataDir } from "../local/settings.ts";

const INTERRUPTED_EXIT_CODE = 130;

/** Runs the operators' function in this process, against the database on this machine. */
export async function invokeHere(request: AdminRequest): Promise<AdminResponse> {
  // Left to itself a signal would end this process only, and not the database it has started.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => process.exit(INTERRUPTED_EXIT_CODE));
  }
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
