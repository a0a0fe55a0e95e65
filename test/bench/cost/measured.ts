import { PROBE_MS, PROCESSOR_MB } from "../../../functions/monitoring/pace.ts";
import { settingsFor } from "../../../infra/settings.ts";
import type { Cost } from "../../support/cost.ts";
import { type AuditEffort, measureAuditEffort } from "../audit/auditMany.ts";
import { type DeliveryCost, measureUnits as measureDeliveries } from "../deliveries/units.ts";
import { median, progress } from "../report.ts";
import { measureRound, measureUnits, type UptimeUnits } from "../uptime/costOfCheck.ts";
import { runWorker } from "../uptime/runWorker.ts";
import { siteUrls, withSites } from "../uptime/sites.ts";
import { measureAudits } from "./auditUnits.ts";
import { measureDeletion, measureShare } from "./deletionUnits.ts";
import { measureItemBytes } from "./itemBytes.ts";
import { logBytesOf } from "./logBytes.ts";
import { measureReport } from "./reportUnits.ts";
import { measureSchedule } from "./scheduleUnits.ts";

/** What monitoring takes of the table and of processors. */
export interface Measured {
  uptime: Pick<UptimeUnits, "inBucket" | "folded" | "down" | "transition">;
  /** Of the processor, a check by HTTPS with its look-up. */
  uptimeSeconds: number;
  /** What a call of rounds takes at prod's memory beyond the starts of its probes and the answers. */
  besideSeconds: number;
  audits: Record<"first" | "later" | "summary", Cost>;
  auditEffort: AuditEffort;
  delivery: DeliveryCost;
  /** Stored, by entity. */
  itemBytes: Record<string, number>;
  /** Of our own lines: a call of a round, and an audit. */
  logBytes: { round: number; audit: number };
  schedule: { tick: Cost; check: number };
  /** A report by mail. */
  report: { units: Cost; computes: number };
  /** A website that is deleted and not restored, and a look at a share. */
  deletion: Cost;
  share: Cost;
}

const WEBSITES = 2000;
const SITES_A_ROUND = 100;
const ANSWERS_IN_MS = 300;
/** The median counts: on a busy machine websites fail, which takes much more. */
const RUNS = 3;

export async function measureMonitoring(): Promise<Measured> {
  progress("  what monitoring costs of the table");
  const schedule = await measureSchedule();
  const { logBytes: audit, ...audits } = await measureAudits();
  const { roundLogBytes: round, uptime } = await measureRounds();
  const effort = await measureWorker();
  const auditEffort = await measureAuditEffort();
  const [, delivery] = await measureDeliveries();
  if (!delivery) throw new Error("No delivery was measured");
  const itemBytes = await measureItemBytes();
  const logBytes = { round, audit };
  const report = await measureReport();
  const [deletion, share] = [await measureDeletion(), await measureShare()];
  return {
    ...{ deletion, share },
    report,
    schedule,
    audits,
    uptime,
    ...effort,
    auditEffort,
    delivery,
    itemBytes,
    logBytes,
  };
}

async function measureRounds() {
  return await withSites({ count: SITES_A_ROUND, answersInMs: 0 }, async ({ message: sites }) => {
    const uptime = await measureUnits(sites);
    const urls = siteUrls(sites, SITES_A_ROUND);
    return { uptime, roundLogBytes: await logBytesOf(() => measureRound(urls)) };
  });
}

/** The worker on its share of a processor, with websites by HTTPS. */
async function measureWorker() {
  const { memoryMb } = settingsFor("prod").rounds;
  const paced = (WEBSITES * PROBE_MS * (PROCESSOR_MB / memoryMb)) / 1000;
  const fleet = { count: WEBSITES, answersInMs: ANSWERS_IN_MS };
  return await withSites(fleet, async ({ message: sites }) => {
    const uptimeSeconds: number[] = [];
    const besideSeconds: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const effort = await runWorker({ sites, count: WEBSITES, memoryMb });
      const { calls, milliseconds, cpuMilliseconds } = effort;
      uptimeSeconds.push(cpuMilliseconds / 1000 / WEBSITES);
      besideSeconds.push((milliseconds / 1000 - paced) / calls - ANSWERS_IN_MS / 1000);
      progress(`    peak ${effort.peakMb.toFixed(0)} MB`);
    }
    return { uptimeSeconds: median(uptimeSeconds), besideSeconds: median(besideSeconds) };
  });
}
