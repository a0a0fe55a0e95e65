import { HABITS } from "./habits.ts";
import { amount, GIB, type Line, type Load } from "./load.ts";
import type { Measured } from "./measured.ts";
import { dataOutPrice, PRICES } from "./prices.ts";

/** `fixedAddresses` has a gateway, an address and an endpoint of SQS in each of two zones. */
const ZONES = 2;
const MONTH_HOURS = 30 * 24;

/** Data by direction, and the network of `fixedAddresses`. */
export function transferLines(load: Load, { auditEffort }: Measured): Line[] {
  const out: [name: string, times: number, bytes: number][] = [
    ["probes", load.probes, HABITS.probeBytes],
    ["audits", load.audits, auditEffort.sentBytes],
    ["API", load.apiCalls, HABITS.callBytes],
    ["shares", load.looks, HABITS.callBytes],
    ["webhooks", load.deliveries, HABITS.deliveryBytes],
  ];
  const total = out.reduce((sum, [, times, bytes]) => sum + times * bytes, 0) / GIB;
  const passing =
    load.probes * (HABITS.probeBytes + HABITS.probeReceivedBytes) +
    load.audits * (auditEffort.sentBytes + HABITS.auditReceivedBytes) +
    load.deliveries * 2 * HABITS.deliveryBytes;
  const hourly = ZONES * (PRICES.natHour + PRICES.addressHour + PRICES.endpointHour);
  return [
    ...out.map(([name, times, bytes]) => ({
      name: `Data to the internet: ${name}`,
      usd: total === 0 ? 0 : dataOutPrice(total) * ((times * bytes) / GIB / total),
      from: `${amount(times)} of ${amount(bytes, 0)} bytes`,
    })),
    { name: "Data from the internet", usd: 0, from: "AWS charges none" },
    { name: "Data within AWS", usd: 0, from: "the same region, and no network of ours" },
    {
      name: "`fixedAddresses`: NAT, addresses, endpoint",
      usd: MONTH_HOURS * hourly + (passing / GIB) * PRICES.natGb,
      from: `${amount(passing / GIB)} GB in both directions at ${PRICES.natGb} USD, ${hourly.toFixed(2)} USD an hour`,
      isOptional: true,
    },
  ];
}
