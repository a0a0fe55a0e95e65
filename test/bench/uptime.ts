import { SITES_A_MESSAGE } from "../../functions/monitoring/schedule/enqueueRounds.ts";
import { runChild, startChild } from "./children.ts";
import type { Effort } from "./inChild.ts";
import { progress, ratio, type Section, spread } from "./report.ts";
import { measureHanging } from "./uptime/hanging.ts";
import { runWorker } from "./uptime/runWorker.ts";
import { measureTrueTimes } from "./uptime/trueTimes.ts";
import { measureUnits } from "./uptime/units.ts";

const SITES = 10_000;
/** A small fleet: writes to the embedded table take longer the more items it has. */
const EMBEDDED = 1000;
const AT_ONCE = 100;
const RUNS = 3;

/** Checks per second and memory of one worker with 10,000 websites, and the units of a check. */
export async function measure(): Promise<Section[]> {
  const sites = await startChild<number>(new URL("uptime/serveSites.ts", import.meta.url));
  try {
    const units = await measureUnits(sites.message);
    const port = sites.message;
    const [bare, probes] = await inTurns(RUNS, [
      () => probeSites(SITES, port, "bareHttp"),
      () => probeSites(SITES, port),
    ]);
    const table = throughput([
      ["node:http alone, 100 at once", SITES, bare],
      ["probes alone, 100 at once", SITES, probes],
      [
        "the worker, a table that answers in 5 ms",
        SITES,
        await runs(RUNS, () => runWorker({ websites: SITES, port, table: "quick" })),
      ],
      [
        "the worker, the embedded table",
        EMBEDDED,
        await runs(RUNS, () => runWorker({ websites: EMBEDDED, port, table: "embedded" })),
      ],
    ]);
    progress("  rounds with websites that never answer");
    const hanging = hangingTable(await measureHanging(port, [0, 1, 5]));
    return [table, await measureTrueTimes(), unitsTable(units), hanging];
  } finally {
    sites.stop();
  }
}

async function runs(count: number, work: () => Promise<Effort>): Promise<Effort[]> {
  const efforts: Effort[] = [];
  for (let run = 0; run < count; run += 1) efforts.push(await work());
  return efforts;
}

/** Takes turns, so that a machine that is busy for a while slows down all alike. */
async function inTurns(count: number, works: (() => Promise<Effort>)[]): Promise<Effort[][]> {
  const efforts: Effort[][] = works.map(() => []);
  for (let run = 0; run < count; run += 1) {
    for (const [index, work] of works.entries()) efforts[index]?.push(await work());
  }
  return efforts;
}

function throughput(measured: [name: string, websites: number, efforts?: Effort[]][]): Section {
  return {
    title: "Uptime: one worker, websites on loopback",
    columns: ["", "websites", "checks a second", "processor ms a check", "peak MB"],
    rows: measured.map(([name, websites, efforts = []]) => [
      name,
      websites.toLocaleString("en"),
      spread(
        efforts.map(({ milliseconds }) => (websites / milliseconds) * 1000),
        0,
      ),
      spread(efforts.map(({ cpuMilliseconds }) => cpuMilliseconds / websites)),
      spread(
        efforts.map(({ peakMb }) => peakMb),
        0,
      ),
    ]),
    notes: [
      `The median of ${RUNS} processes each, with the least and the most.`,
      `The worker makes rounds of ${SITES_A_MESSAGE} websites a call, in buckets of 100; each website has an`,
      "address of its own and answers with 9 KB. All of it shares this machine's processors.",
    ],
  };
}

function hangingTable(rounds: Awaited<ReturnType<typeof measureHanging>>): Section {
  const [none] = rounds;
  return {
    title: "Uptime: a round of 100 websites, of which some never answer",
    columns: [
      "never answer",
      "a failure is written after ms",
      "of that without",
      "the round ends after s",
    ],
    rows: rounds.map(({ count, written, whole }) => [
      count,
      Math.round(written),
      ratio(written, none?.written ?? written),
      (whole / 1000).toFixed(1),
    ]),
    notes: ["Ten others fail; the medians of 5 rounds each, in turn, on the embedded table."],
  };
}

function unitsTable(units: Awaited<ReturnType<typeof measureUnits>>): Section {
  return {
    title: "Uptime: DynamoDB per check",
    columns: ["the check", "requests", "read units", "write units"],
    rows: [
      ["finds the website up, in a bucket of 100", units.inBucket],
      ["and writes the figures of the day before, once a day", units.folded],
      ["fails, by which the website leaves its bucket", units.leaves],
      ["finds a website down that was so before, by itself", units.down],
      ["is the first one, by itself: the website joins a bucket", units.first],
      ["is the one by which the website is down", units.transition],
    ].map(([name, cost]) => {
      const { requests, readUnits, writeUnits } = cost as (typeof units)["first"];
      return [String(name), requests.toFixed(2), readUnits.toFixed(3), writeUnits.toFixed(3)];
    }),
    notes: [
      "Through the real handlers, on the embedded table. Of a website that is checked by itself, the",
      "business and user are its own, and the worker has seen neither in the last minute.",
    ],
  };
}

/** Probes websites in a process that does nothing else. */
export function probeSites(count: number, port: number, by = "probeSites"): Promise<Effort> {
  progress(`  ${count} websites by ${by}`);
  const input = { count, port, atOnce: AT_ONCE };
  return runChild<Effort>(new URL(`uptime/${by}.ts`, import.meta.url), input);
}
