import { runChild, startChild } from "./children.ts";
import type { Effort } from "./inChild.ts";
import { progress, ratio, type Section } from "./report.ts";
import { measureHanging } from "./uptime/hanging.ts";
import { runWorker } from "./uptime/runWorker.ts";
import { measureUnits } from "./uptime/units.ts";

const SITES = 10_000;
/** The embedded table takes longer for a write the more it holds. */
const EMBEDDED = 1000;
const AT_ONCE = 100;

/** Checks per second and memory of one worker with 10,000 websites, and the units of a check. */
export async function measure(): Promise<Section[]> {
  const sites = await startChild<number>(new URL("uptime/serveSites.ts", import.meta.url));
  try {
    const units = await measureUnits(sites.message);
    const port = sites.message;
    const table = throughput([
      ["probes alone, 100 at once", SITES, await probeSites(SITES, port)],
      [
        "the worker, a table that answers in 5 ms",
        SITES,
        await runWorker({ websites: SITES, port, table: "quick" }),
      ],
      [
        "the worker, the embedded table",
        EMBEDDED,
        await runWorker({ websites: EMBEDDED, port, table: "embedded" }),
      ],
    ]);
    progress("  rounds with websites that never answer");
    return [table, unitsTable(units), hangingTable(await measureHanging(port, [0, 1, 5]))];
  } finally {
    sites.stop();
  }
}

function throughput(efforts: [name: string, websites: number, effort: Effort][]): Section {
  return {
    title: "Uptime: one worker, websites on loopback",
    columns: ["", "websites", "checks a second", "processor ms a check", "peak MB"],
    rows: efforts.map(([name, websites, { milliseconds, cpuMilliseconds, peakMb }]) => [
      name,
      websites.toLocaleString("en"),
      Math.round((websites / milliseconds) * 1000),
      (cpuMilliseconds / websites).toFixed(2),
      Math.round(peakMb),
    ]),
    notes: [
      "The worker makes rounds of 4 rosters a call, 400 websites; each website has an",
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
      ["finds the website up, in a roster of 100", units.inRoster],
      ["and writes the figures of the day before, once a day", units.folded],
      ["fails, by which the website leaves its roster", units.leaves],
      ["finds a website down that was so before, by itself", units.down],
      ["is the first one, by itself: the website joins a roster", units.first],
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
export function probeSites(count: number, port: number): Promise<Effort> {
  progress(`  ${count} probes at websites`);
  const input = { count, port, atOnce: AT_ONCE };
  return runChild<Effort>(new URL("uptime/probeSites.ts", import.meta.url), input);
}
