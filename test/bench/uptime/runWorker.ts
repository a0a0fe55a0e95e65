import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROCESSOR_MB } from "../../../functions/monitoring/pace.ts";
import { runChild, startChild } from "../children.ts";
import type { Effort } from "../inChild.ts";
import { progress } from "../report.ts";
import { grantShare } from "./grantShare.ts";

interface WorkerOptions {
  urls: string[];
  /** The embedded database, or one that is as fast as DynamoDB. */
  table: "embedded" | "quick";
  /** For websites by HTTPS: the server of their names, and the authorities of their certificates. */
  tls?: { nameServer: string; authorityFile: string };
  /** Decides the share of a processor, as on Lambda; a whole one by default. */
  memoryMb?: number;
}

/** Runs the worker in a process of its own, as Lambda does. */
export async function runWorker(options: WorkerOptions): Promise<Effort & { calls: number }> {
  const { urls, table, tls, memoryMb = PROCESSOR_MB } = options;
  progress(`  ${urls.length} websites${tls ? " by HTTPS" : ""}, the ${table} table`);
  const quick = await startChild<number>(new URL("quickTable.ts", import.meta.url));
  const endpoint = `http://127.0.0.1:${quick.message}`;
  const env: Record<string, string> = {
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    ...(table === "quick" && { AWS_ENDPOINT_URL_DYNAMODB: endpoint }),
    ...(tls && { NODE_EXTRA_CA_CERTS: tls.authorityFile }),
  };
  const folder = mkdtempSync(join(tmpdir(), "uptime-"));
  const file = join(folder, "batches.json");
  writeFileSync(file, JSON.stringify(urls));
  try {
    await runChild(new URL("writeFleet.ts", import.meta.url), { file }, { env });
    const input = { file, nameServer: tls?.nameServer };
    const worker = await startChild(new URL("worker.ts", import.meta.url), input, { env });
    const release =
      memoryMb < PROCESSOR_MB ? grantShare(worker.pid, memoryMb / PROCESSOR_MB) : () => {};
    try {
      return await worker.next<Effort & { calls: number }>();
    } finally {
      release();
      worker.stop();
    }
  } finally {
    quick.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
