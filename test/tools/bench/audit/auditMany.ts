import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "../../../../infra/function/bundle.ts";
import { dueMessage, monitorWebsite } from "../../../support/monitoring.ts";
import { runChild, startChild } from "../children.ts";
import type { Effort } from "../inChild.ts";

const AT_ONCE = 8;
const ROUNDS = 3;

/** The time and memory of audits of 25 pages each over HTTPS, several at once in threads that are reused. */
interface AuditEffort {
  /** Processor seconds for each website. */
  siteSeconds: number;
  /** Processor seconds for loading a thread, and its share of loading the process. */
  threadSeconds: number;
  /** Sent over TCP for a website, with the handshakes of TLS. */
  sentBytes: number;
  /** The peak memory of the process with this many audits at once. */
  peakMb: number;
  atOnce: number;
}

/**
 * Runs the bundled function in a process of its own: once with as many websites as it audits at once, and
 * once with three times as many, to separate the cost of websites from that of threads.
 */
export async function measureAuditEffort(): Promise<AuditEffort> {
  const folder = mkdtempSync(join(tmpdir(), "audits-"));
  const input = { websites: AT_ONCE * (ROUNDS + 1) + 1 };
  const sites = await startChild<{ urls: string[]; certificate: string }>(
    new URL("serveBusinesses.ts", import.meta.url),
    input,
  );
  try {
    const [registry = "", ...urls] = sites.message.urls;
    const trusted = join(folder, "trusted.pem");
    writeFileSync(trusted, sites.message.certificate);
    await bundle(join(import.meta.dirname, "runMany.ts"), folder);
    const script = pathToFileURL(join(folder, "index.cjs"));
    const run = async (some: string[]) => {
      const messages: unknown[] = [];
      for (const url of some) messages.push(await messageOf(url));
      const { effort, failures } = await runChild<{ effort: Effort; failures: number }>(
        script,
        { messages, remainingMs: 900_000 },
        {
          env: {
            NODE_EXTRA_CA_CERTS: trusted,
            AUDIT_AT_ONCE: String(AT_ONCE),
            RDAP_BOOTSTRAP_URL: `${registry}/dns.json`,
          },
        },
      );
      if (failures > 0) throw new Error("An audit failed");
      return effort;
    };
    const few = await run(urls.slice(0, AT_ONCE));
    const before = await sites.next<number>();
    const rest = urls.slice(AT_ONCE);
    const many = await run(rest);
    const sentBytes = ((await sites.next<number>()) - before) / rest.length;
    const seconds = ({ cpuMilliseconds }: Effort) => cpuMilliseconds / 1000;
    const siteSeconds = (seconds(many) - seconds(few)) / (AT_ONCE * (ROUNDS - 1));
    const threadSeconds = seconds(few) / AT_ONCE - siteSeconds;
    return { siteSeconds, threadSeconds, sentBytes, peakMb: many.peakMb, atOnce: AT_ONCE };
  } finally {
    sites.stop();
    rmSync(folder, { recursive: true });
  }
}

async function messageOf(url: string) {
  return await dueMessage(await monitorWebsite(url));
}
