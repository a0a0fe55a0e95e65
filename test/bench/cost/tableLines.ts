import { HABITS } from "./habits.ts";
import { amount, GB, type Line, type Load } from "./load.ts";
import type { Measured } from "./measured.ts";
import { PRICES, tablePrice } from "./prices.ts";

/** DynamoDB: units by what they are spent on, what is stored, and a second region. */
export function tableLines(load: Load, { audits, deletion, share }: Measured): Line[] {
  const { units, probes, own, storedGb, items, deliveries } = load;
  const spent = (name: string, of: keyof Load["units"], from: string): Line => {
    return { name: `DynamoDB: ${name}`, usd: tablePrice(units[of]), from };
  };
  return [
    spent("uptime", "uptime", `${amount(probes)} probes, ${amount(own)} of them separate`),
    spent(
      "audits",
      "audits",
      `${amount(load.audits)} audits of ${audits.later.writeUnits} write units, ${amount(load.summaries)} with a summary and changed findings of ${audits.summary.writeUnits}, ${amount(load.firsts)} first ones of ${audits.first.writeUnits}`,
    ),
    spent("deliveries", "deliveries", `${amount(deliveries)} deliveries`),
    spent("API", "api", `${amount(load.apiCalls)} calls of ${HABITS.callReadUnits} read units`),
    spent("audit log", "auditLog", `${amount(load.entries)} changes by people, of one write unit`),
    spent(
      "kept deletions",
      "deletions",
      `${amount(load.deletions)} websites of ${deletion.readUnits} read and ${deletion.writeUnits} write units, kept for ${HABITS.keptDeletedDays} days`,
    ),
    spent("shares", "shares", `${amount(load.looks)} looks of ${share.readUnits} read units`),
    spent(
      "usage",
      "usage",
      `${amount(2 * load.firsts)} websites come or go, of ${HABITS.usageWriteUnits} write units, ${amount(deliveries + load.mails + load.bookings)} deliveries, mails and bookings of calls of one`,
    ),
    spent("schedule", "schedule", "ticks, and checks that are due"),
    {
      name: "DynamoDB: storage after a year",
      usd: storedGb * PRICES.storedGb,
      from: `${amount(storedGb)} GB: ${HABITS.keptDays} days of figures, ${amount((items * HABITS.keptDays) / 30)} feed items, ${HABITS.deliveryDays} days of deliveries, and the audit log`,
    },
    {
      name: "DynamoDB: point-in-time recovery",
      usd: storedGb * PRICES.recoverableGb,
      from: "the same GB",
    },
    {
      name: "DynamoDB: streams, TTL, indexes",
      usd: 0,
      from: "Lambda's reads and removals by TTL are free; indexes are in the units",
    },
    replicaLine(load),
  ];
}

/** Every write once more, in a region that only waits. */
function replicaLine({ units, storedGb }: Load): Line {
  const writes = Object.values(units).reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  const sentGb = (writes * HABITS.writtenBytes) / GB;
  return {
    name: "`recoveryRegion`: a replica of the table",
    usd:
      writes * PRICES.replicatedWriteUnit +
      storedGb * (PRICES.storedGb + PRICES.recoverableGb) +
      sentGb * PRICES.betweenRegionsGb +
      PRICES.secret,
    from: `${amount(writes)} write units, ${amount(storedGb)} GB stored, ${amount(sentGb)} GB between regions`,
    isOptional: true,
  };
}
