import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, startChild } from "../children.ts";
import type { TlsSites } from "./serveTls.ts";

/** Websites by HTTPS in a process of their own, with a name server and certificates. */
export async function withHttpsSites<Result>(
  given: { count: number; answersInMs: number },
  work: (sites: Child<TlsSites>, authorityFile: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "uptime-"));
  const authorityFile = join(folder, "authorities.pem");
  const input = { ...given, authorityFile };
  const sites = await startChild<TlsSites>(new URL("serveTls.ts", import.meta.url), input);
  try {
    return await work(sites, authorityFile);
  } finally {
    sites.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
