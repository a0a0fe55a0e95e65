import { settingsFor } from "../../infra/settings.ts";
import { deliverBurst, type Paced } from "./deliveries/paced.ts";
import { VirtualTime } from "./deliveries/virtualTime.ts";
import { progress, type Section } from "./report.ts";

/** Of each size; the last one gives what a million takes. */
const BURSTS = [500, 1000, 2000];
const EVENTS_PER_SECOND = 500;
const UNLIMITED = 10_000_000;
const IMPORT = 1_000_000;

/** Delivers bursts of one reseller's events to one endpoint, beside another reseller's deliveries. */
export async function measure(): Promise<Section[]> {
  const limit = settingsFor("prod").rateLimits?.deliveriesPerMinute ?? UNLIMITED;
  const time = new VirtualTime();
  const rows: Section["rows"] = [];
  const run = async (name: string, burst: { events: number; limit: number }) => {
    progress(`  ${name}`);
    const paced = await deliverBurst(time, { ...burst, eventsPerSecond: EVENTS_PER_SECOND });
    rows.push([name, ...shown(burst.events, paced)]);
    return paced;
  };
  await run("none, the other reseller alone", { events: 0, limit });
  for (const events of BURSTS) {
    await run(`${events}, without a limit`, { events, limit: UNLIMITED });
  }
  const events = BURSTS.at(-1) ?? 0;
  const last = await run(`${events}, 600 a minute`, { events, limit: 600 });
  return [
    {
      title: "A burst of first events to one endpoint",
      columns: [
        "events",
        "until the last (s)",
        "most at once",
        "calls",
        "read units each",
        "write units each",
        "another reseller's: p50 (s)",
        "p95",
        "most",
      ],
      rows,
      notes: [
        `The real workers on the embedded table in virtual time: ${EVENTS_PER_SECOND} events a second arrive, an endpoint takes 100 ms, a`,
        "request to the table 5 ms; ten calls of each worker at once. Another reseller has an event a second.",
        `At ${limit} a minute, prod's limit, ${IMPORT.toLocaleString("en")} events take ${(IMPORT / limit / 60).toFixed(1)} hours and ${Math.round(last.writeUnits * IMPORT).toLocaleString("en")} write units.`,
      ],
    },
  ];
}

function shown(events: number, { seconds, mostAtOnce, calls, delays, ...units }: Paced) {
  const at = (part: number) =>
    ((delays[Math.min(delays.length - 1, Math.floor(part * delays.length))] ?? 0) / 1000).toFixed(
      2,
    );
  const each = (value: number) => (events > 0 ? value.toFixed(2) : "");
  return [
    seconds.toFixed(0),
    mostAtOnce,
    calls,
    each(units.readUnits),
    each(units.writeUnits),
    at(0.5),
    at(0.95),
    at(1),
  ];
}
