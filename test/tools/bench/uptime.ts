import { progress, type Section } from "./report.ts";
import { measureUnits } from "./uptime/costOfCheck.ts";
import { withSites } from "./uptime/sites.ts";

/** The units of a check. */
export async function measure(): Promise<Section> {
  progress("  the units of checks");
  const units = await withSites(measureUnits);
  return unitsTable(units);
}

function unitsTable(units: Awaited<ReturnType<typeof measureUnits>>): Section {
  return {
    title: "Uptime: DynamoDB per probe",
    columns: ["the probe", "requests", "read units", "write units"],
    rows: [
      ["finds the website up, in a bucket of 100", units.inRound],
      ["and writes the figures of the day before, once a day", units.day],
      ["and writes the figures for lists, once an hour", units.hourOfList],
      ["and sums up 30 days for these, once a day", units.dayOfList],
      ["fails in a round", units.fails],
      ["finds a website down that was so before, separately", units.down],
      ["is the first one, separately", units.first],
      ["is the one by which the website is down", units.transition],
    ].map(([name, cost]) => {
      const { requests, readUnits, writeUnits } = cost as (typeof units)["first"];
      return [String(name), requests.toFixed(2), readUnits.toFixed(3), writeUnits.toFixed(3)];
    }),
    notes: [
      "Through the real handlers, on the embedded table. A separate probe is the only one of its bucket in a call.",
    ],
  };
}
