import { progress, ratio, type Section } from "./report.ts";
import { measureUnits } from "./uptime/costOfCheck.ts";
import { measureHanging } from "./uptime/hanging.ts";
import { withSites } from "./uptime/sites.ts";
import { FLEET, measureThroughput } from "./uptime/throughput.ts";
import { measureTrueTimes } from "./uptime/trueTimes.ts";

/** Checks per second, response times, the units of a check, and rounds in which some websites never answer. */
export async function measure(): Promise<Section[]> {
  return await withSites({ count: FLEET, answersInMs: 0 }, async ({ message: sites }) => {
    progress("  the units of checks");
    const units = unitsTable(await measureUnits(sites));
    const throughput = await measureThroughput(sites);
    const trueTimes = await measureTrueTimes();
    progress("  rounds with websites that never answer");
    const hanging = hangingTable(await measureHanging(sites, [0, 1, 5]));
    return [throughput, trueTimes, units, hanging];
  });
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
