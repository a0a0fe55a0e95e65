import { progress, type Section } from "./report.ts";
import { measureUnits } from "./uptime/costOfCheck.ts";
import { withSites } from "./uptime/sites.ts";
import { measureTrueTimes } from "./uptime/trueTimes.ts";

const WEBSITES = 100;

/** The units of a check, and its response time, processor time and traffic. */
export async function measure(): Promise<Section[]> {
  progress("  the units of checks");
  const units = await withSites({ count: WEBSITES, answersInMs: 0 }, ({ message: sites }) =>
    measureUnits(sites),
  );
  return [await measureTrueTimes(), unitsTable(units)];
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
