import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROCESSOR_MB } from "../../../functions/monitoring/pace.ts";
import { runChild, startChild } from "../children.ts";
import type { Effort } from "../inChild.ts";
import { grantShare } from "./grantShare.ts";
import { type Sites, siteUrls } from "./sites.ts";

interface WorkerOptions {
  sites: Sites;
  /** The number of websites. */
  count: number;
  /** Decides the share of a processor, as on Lambda. */
  memoryMb: number;
}

/** Runs the worker in a process of its own, as Lambda does. */
export async function runWorker(options: WorkerOptions): Promise<Effort & { calls: number }> {
  const { sites, count, memoryMb } = options;
  const quick = await startChild<number>(new URL("quickTable.ts", import.meta.url));
  const env = {
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${quick.message}`,
  };
  const folder = mkdtempSync(join(tmpdir(), "uptime-"));
  const file = join(folder, "batches.json");
  writeFileSync(file, JSON.stringify(siteUrls(sites, count)));
  try {
    await runChild(new URL("writeFleet.ts", import.meta.url), { file }, { env });
    const worker = await startChild(
      new URL("worker.ts", import.meta.url),
      { file, sites },
      { env },
    );
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
