import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild, startChild } from "../children.ts";
import type { Effort } from "../inChild.ts";
import { progress } from "../report.ts";

interface WorkerOptions {
  websites: number;
  /** Of the websites. */
  port: number;
  /** The embedded database, or one that is as fast as DynamoDB. */
  table: "embedded" | "quick";
}

/** Runs the worker in a process of its own, as Lambda does. */
export async function runWorker({ websites: count, port, table }: WorkerOptions): Promise<Effort> {
  progress(`  ${count} websites, the ${table} table`);
  const quick = await startChild<number>(new URL("quickTable.ts", import.meta.url));
  const endpoint = `http://127.0.0.1:${quick.message}`;
  const env: Record<string, string> =
    table === "quick" ? { AWS_ENDPOINT_URL_DYNAMODB: endpoint } : {};
  const folder = mkdtempSync(join(tmpdir(), "uptime-"));
  const file = join(folder, "batches.json");
  try {
    await runChild(new URL("writeFleet.ts", import.meta.url), { count, port, file }, env);
    return await runChild<Effort>(new URL("worker.ts", import.meta.url), { file }, env);
  } finally {
    quick.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
