import type { Cost } from "../../support/cost.ts";
import type { Simulated } from "../scale/simulate.ts";
import { auditCallsOf } from "./auditCalls.ts";
import { HABITS } from "./habits.ts";
import type { Measured } from "./measured.ts";

export const MONTH_SECONDS = 30 * 24 * 3600;
export const MONTH_MINUTES = MONTH_SECONDS / 60;
export const GB = 1e9;
/** As AWS counts data that leaves it. */
export const GIB = 2 ** 30;

/** One line of the month's bill: what for, USD, and from which quantities. */
export interface Line {
  name: string;
  usd: number;
  from: string;
  /** The price of a setting that is off by default, which the sum leaves out. */
  isOptional?: boolean;
}

type Units = Pick<Cost, "readUnits" | "writeUnits">;

/** What happens in a month with so many websites. */
export function loadOf(websites: number, simulated: Simulated, measured: Measured) {
  const times = MONTH_MINUTES / simulated.minutes;
  const { counts } = simulated;
  const probes = times * simulated.probes;
  const own =
    times * ((counts["own check"] ?? 0) + (counts["leave"] ?? 0) + (counts["return"] ?? 0));
  const downtimes = websites * HABITS.downtimes;
  const audits = websites * 30;
  const firsts = websites * HABITS.onboarded;
  const summaries = audits * HABITS.summaryShare;
  const items = summaries + audits * HABITS.otherItems + 2 * downtimes;
  // Audits with news have changed findings as well.
  const changes = items + summaries + 2 * downtimes;
  const deliveries = changes * HABITS.webhooks;
  const entries = websites * HABITS.entries;
  const apiCalls = websites * 30 * HABITS.callsADay;
  const bookings = apiCalls / HABITS.callsABooking;
  const deletions = websites * HABITS.deleted;
  const looks = websites * HABITS.shareLooks;
  const { uptime, delivery, schedule } = measured;
  /** Units of the table, by what they are spent on. */
  const units = {
    uptime: sumOf([
      [probes - own, uptime.inBucket],
      [own, uptime.down],
      [websites * 30, uptime.folded],
      [2 * downtimes, uptime.transition],
    ]),
    audits: sumOf([
      [audits - firsts - summaries, measured.audits.later],
      [firsts, measured.audits.first],
      [summaries, measured.audits.summary],
    ]),
    deliveries: sumOf([[deliveries, delivery.cost]]),
    auditLog: sumOf([[entries, { readUnits: 0, writeUnits: 1 }]]),
    deletions: sumOf([[deletions, measured.deletion]]),
    shares: sumOf([[looks, measured.share]]),
    // Onboarded and deleted websites, and what counts mails, deliveries and calls.
    usage: sumOf([
      [2 * firsts, { readUnits: HABITS.usageReadUnits, writeUnits: HABITS.usageWriteUnits }],
      [deliveries + firsts + bookings, { readUnits: 0, writeUnits: 1 }],
    ]),
    api: sumOf([[apiCalls, { readUnits: HABITS.callReadUnits, writeUnits: 0 }]]),
    schedule: sumOf([
      [MONTH_MINUTES, schedule.tick],
      [own + audits, { readUnits: schedule.check, writeUnits: 0 }],
    ]),
  };
  return {
    ...{ websites, times, probes, own, audits, firsts, summaries, items, deliveries },
    // Each delivery, mail and booking raises a counter.
    changes: changes + deliveries + firsts + bookings,
    ...{ apiCalls, bookings, entries, deletions, looks, units },
    auditCalls: auditCallsOf(websites, measured.auditEffort),
    mails: websites * HABITS.onboarded,
    roundCalls: times * simulated.rounds.calls,
    ownCalls: times * simulated.uptime.calls,
    storedGb: storedBytes({ websites, items, deliveries, entries, deletions }, measured) / GB,
  };
}

export type Load = ReturnType<typeof loadOf>;

function sumOf(parts: [times: number, units: Units][]): Units {
  const of = (name: keyof Units) =>
    parts.reduce((sum, [times, each]) => sum + times * each[name], 0);
  return { readUnits: of("readUnits"), writeUnits: of("writeUnits") };
}

/** The bytes that the table holds after a year. */
function storedBytes(
  given: Record<"websites" | "items" | "deliveries" | "entries" | "deletions", number>,
  { itemBytes }: Measured,
): number {
  const bytesOf = (entity: string) => itemBytes[entity] ?? 0;
  const { websites, items, deliveries, entries, deletions } = given;
  const { recordBytes, keptDays, deliveryDays, entryBytes, keptDeletedDays } = HABITS;
  const ofAudits = bytesOf("cachedAnswer") + bytesOf("websiteFindings");
  const ofWebsite = recordBytes + keptDays * bytesOf("uptimeDay") + ofAudits;
  return (
    (websites + deletions * (keptDeletedDays / 30)) * ofWebsite +
    items * (keptDays / 30) * bytesOf("feedItem") +
    entries * (keptDays / 30) * entryBytes +
    deliveries * (deliveryDays / 30) * bytesOf("delivery")
  );
}

/** A quantity with its unit, such as 1.5 m. */
export function amount(value: number, digits = 1): string {
  const [scaled, unit] =
    value >= 1e9 ? [value / 1e9, " bn"] : value >= 1e6 ? [value / 1e6, " m"] : [value, ""];
  return `${scaled.toLocaleString("en", { maximumFractionDigits: digits })}${unit}`;
}
