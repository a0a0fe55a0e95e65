import { measureAuditEffort } from "./audit/auditMany.ts";
import { startChild } from "./children.ts";
import { ASSUMED as AUDITS, auditCallsOf } from "./cost/auditCalls.ts";
import { measureAudits } from "./cost/auditUnits.ts";
import { endpointCost } from "./cost/endpointCost.ts";
import { idempotencyCost } from "./cost/idempotencyCost.ts";
import { measureItemBytes } from "./cost/itemBytes.ts";
import { logBytesOf } from "./cost/logBytes.ts";
import { ASSUMED, type Measured, monthOf, WEBSITES_A_CALL } from "./cost/model.ts";
import { measureSchedule } from "./cost/scheduleUnits.ts";
import { measureUnits as measureDeliveries } from "./deliveries/units.ts";
import { median, progress, type Section } from "./report.ts";
import { siteUrl } from "./uptime/addresses.ts";
import { runWorker } from "./uptime/runWorker.ts";
import { measureRound, measureUnits } from "./uptime/units.ts";

const WEBSITES = 2000;
/** The median of these runs is used: on a busy machine, websites fail, and failures take much more time. */
const RUNS = 3;

/** The cost in USD of API calls and of monitoring. */
export async function measure(): Promise<Section[]> {
  const endpoints = await endpointCost();
  const keys = await idempotencyCost();
  const measured = await measureMonitoring();
  return [endpoints, keys, monitoringCost(measured), slowCost(measured)];
}

/** The units and processor time of monitoring. */
export async function measureMonitoring(): Promise<Measured> {
  progress("  what monitoring costs of the table");
  const schedule = await measureSchedule();
  const { logBytes: audit, ...audits } = await measureAudits();
  const { roundLogBytes: round, ...uptime } = await measureUptime();
  const auditEffort = await measureAuditEffort();
  const [, delivery] = await measureDeliveries();
  if (!delivery) throw new Error("No delivery was measured");
  const itemBytes = await measureItemBytes();
  return {
    schedule,
    audits,
    ...uptime,
    auditEffort,
    delivery,
    itemBytes,
    logBytes: { round, audit },
  };
}

async function measureUptime() {
  const sites = await startChild<number>(new URL("uptime/serveSites.ts", import.meta.url));
  const port = sites.message;
  try {
    const uptime = await measureUnits(port);
    const urls = Array.from({ length: 100 }, (_, index) => siteUrl(index, port));
    const roundLogBytes = await logBytesOf(() => measureRound(urls));
    const seconds: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const effort = await runWorker({ websites: WEBSITES, port, table: "quick" });
      seconds.push(effort.cpuMilliseconds / 1000 / WEBSITES);
    }
    return { uptime, uptimeSeconds: median(seconds), roundLogBytes };
  } finally {
    sites.stop();
  }
}

function monitoringCost(measured: Measured): Section {
  const [thousand, million] = [monthOf(1000, measured), monthOf(1_000_000, measured)];
  const workers = [thousand.atOnce, million.atOnce];
  const names = Object.keys(thousand.parts) as (keyof typeof thousand.parts)[];
  const total = (month: typeof thousand) => names.reduce((sum, name) => sum + month.parts[name], 0);
  const { uptime, audits, auditEffort, schedule } = measured;
  const units = (cost: { readUnits: number; writeUnits: number }, digits = 1) =>
    `${cost.readUnits.toFixed(digits)} and ${cost.writeUnits.toFixed(digits)}`;
  const usd = (amount: number) =>
    amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    title: "USD a month for monitoring websites: uptime every 5 minutes, an audit a day",
    columns: ["", "1,000 websites", "1,000,000 websites"],
    rows: [
      ...names.map((name) => [name, usd(thousand.parts[name]), usd(million.parts[name])]),
      ["**together**", usd(total(thousand)), usd(total(million))],
      ["a website", usd(total(thousand) / 1000), (total(million) / 1e6).toFixed(4)],
      ["uptime workers at once", ...workers.map(({ uptime }) => uptime.toFixed(1))],
      ["audits at once", ...workers.map(({ audits }) => audits.toFixed(1))],
    ],
    notes: [
      `Measured: read and write units of a check in a bucket ${units(uptime.inBucket, 3)}, of a website that`,
      `is down ${units(uptime.down)}, of the figures of a day ${units(uptime.folded)}, of a first audit`,
      `${units(audits.first)}, a later one ${units(audits.later)}, an idle tick ${units(schedule.tick)}; ${(measured.uptimeSeconds * 1000).toFixed(1)} ms of a processor a check,`,
      `${auditEffort.siteSeconds.toFixed(2)} s an audit of ${AUDITS.pages} pages, ${auditEffort.threadSeconds.toFixed(2)} s a thread. Assumed: the slowest of ${WEBSITES_A_CALL.rounds} websites of a call takes ${ASSUMED.slowestSeconds} s`,
      `(SLOWEST_SECONDS), ${ASSUMED.failingShare * 100} % of the websites are down, a website has ${AUDITS.pages} pages and an audit makes ${AUDITS.requests} requests 250 ms apart, prod's memory.`,
      "A call audits 16 websites at once, and takes as long as they wait in turns or as the processor is busy.",
      "us-east-1, prices of 2025; without the free tier and traffic; alarms, logs, traces and storage are",
      "in the table of the simulation.",
    ],
  };
}

const SHARES = [0, 0.01, 0.05];
const SIZES = [1000, 100_000, 1_000_000];

/** What slow websites add to the cost of audits, mixed with the others and in calls of their own. */
function slowCost({ auditEffort }: Measured): Section {
  const usd = (websites: number, slowShare: number, isMixed: boolean) =>
    auditCallsOf(websites, auditEffort, { slowShare, isMixed }).price.toFixed(2);
  return {
    title: "USD a month of Lambda for an audit a day, where some websites take their seven minutes",
    columns: ["slow", ...SIZES.map((size) => `${size.toLocaleString("en")} websites`)],
    rows: SHARES.flatMap((share) =>
      (share === 0 ? [false] : [true, false]).map((isMixed) => [
        `${share * 100} %${share === 0 ? "" : isMixed ? ", beside the others" : ", by themselves"}`,
        ...SIZES.map((size) => usd(size, share, isMixed)),
      ]),
    ),
    notes: [
      `One in ${Math.round(1 / AUDITS.newlySlow)} of the slow ones was quick the day before, and is audited beside quick ones; the others are due`,
      `on the hour, and share a call as far as ${AUDITS.pollers} pollers gather them.`,
    ],
  };
}
