import { settingsFor } from "../../../../infra/settings.ts";
import { PROCESSOR_MB } from "../../../../shared/uptime/pacing.ts";
import { startChild } from "../children.ts";
import type { Effort } from "../inChild.ts";
import { progress, type Section } from "../report.ts";
import { grantShare } from "./grantShare.ts";
import { type SiteLog, siteUrls, withSites } from "./sites.ts";

const WEBSITES = 500;
const ANSWERS_IN_MS = 300;
/** The first is that of a new container. */
const CALLS = 3;

/** The response times that a worker reports of HTTPS websites, beside those in the websites' own logs. */
export async function measureTrueTimes(): Promise<Section> {
  const { memoryMb } = settingsFor("prod").rounds;
  const share = memoryMb / PROCESSOR_MB;
  const rows: Section["rows"] = [];
  const fleet = { count: WEBSITES, answersInMs: ANSWERS_IN_MS };
  await withSites(fleet, async (sites) => {
    const input = { sites: sites.message, urls: siteUrls(sites.message, WEBSITES) };
    for (const isPaced of [false, true]) {
      progress(`  ${WEBSITES} HTTPS websites, ${isPaced ? "paced" : "all at once"}`);
      const env = { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb) };
      const module = new URL("timeProbes.ts", import.meta.url);
      const worker = await startChild(module, { ...input, isPaced }, { env });
      const release = grantShare(worker.pid, share);
      try {
        for (let call = 1; call <= CALLS; call += 1) {
          const { reported, ...effort } = await worker.next<Effort & { reported: number[] }>();
          const name = `${isPaced ? "paced" : "all at once"}, call ${call}`;
          rows.push([name, ...cells(reported, effort, await sites.next<SiteLog>())]);
        }
      } finally {
        release();
        worker.stop();
      }
    }
  });
  return {
    title: `Uptime: ${WEBSITES} HTTPS websites on ${share.toFixed(2)} of a processor`,
    columns: [
      "",
      "reported ms: p50 / p95",
      "in their logs",
      "of that",
      "processor ms a probe",
      "seconds",
      "bytes sent a probe",
    ],
    rows,
    notes: [
      "Half of the websites have RSA certificates, half ECDSA, each with a chain of two; a name server on loopback",
      "resolves their names. The worker is stopped when it has used its share of each 20 ms. Bytes are counted by",
      "the websites' sockets, with the handshake and without TCP's headers.",
    ],
  };
}

function cells(reported: number[], effort: Effort, log: SiteLog): string[] {
  const shares = [0.5, 0.95];
  const of = (values: number[]) => shares.map((share) => quantile(values, share));
  const [own, logged] = [of(reported), of(log.milliseconds)];
  const ratios = own.map((value, index) => value / (logged[index] ?? value));
  return [
    own.map(Math.round).join(" / "),
    logged.map(Math.round).join(" / "),
    ratios.map((each) => each.toFixed(2)).join(" / "),
    (effort.cpuMilliseconds / WEBSITES).toFixed(2),
    (effort.milliseconds / 1000).toFixed(1),
    String(quantile(log.received, 0.5)),
  ];
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
