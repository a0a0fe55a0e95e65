import type { Section } from "../report.ts";
import type { Simulated } from "../scale/simulate.ts";
import type { Line } from "./bill.ts";
import { HABITS } from "./habits.ts";
import type { Measured } from "./model.ts";
import { dataOutPrice, PRICES } from "./prices.ts";

const HOURS = 30 * 24;
const MONTH_SECONDS = HOURS * 3600;
const GIB = 2 ** 30;

/** USD an hour in us-east-1. */
const FARGATE = { processor: 0.03238, gb: 0.00356 };
/** c7g.large with two processors; Lambda Managed Instances add a fee of 15 %. */
const INSTANCE = { hour: 0.0725, processors: 2, fee: 1.15 };
/** A fleet is busy for this share of its time, so that a burst and the loss of a zone find room. */
const BUSY = 0.5;
const LEAST_TASKS = 2;
const LEAST_INSTANCES = 3;
/** Received by a probe by HTTPS, and by an audit of 25 pages of 30 KB. */
const RECEIVED = { probe: 6000, audit: 800_000 };

/** Uptime on Lambda beside a steady fleet, and what fixed addresses cost, by websites. */
export function nextStep(
  results: [number, Simulated][],
  bills: Line[][],
  { uptimeSeconds, auditEffort }: Measured,
): Section {
  const rate = ({ probes, minutes }: Simulated) => probes / minutes / 60;
  const processors = (each: Simulated) => (rate(each) * (uptimeSeconds + HABITS.tlsSeconds)) / BUSY;
  const lambda = (bill: Line[]) =>
    bill
      .filter(({ name }) => /^Lambda: (rounds|separate|TLS)/.test(name))
      .reduce((sum, { usd }) => sum + usd, 0);
  const fargate = (each: Simulated) => {
    const tasks = Math.max(LEAST_TASKS, Math.ceil(processors(each)));
    return HOURS * tasks * (FARGATE.processor + 2 * FARGATE.gb);
  };
  const managed = (each: Simulated) => {
    const count = Math.max(LEAST_INSTANCES, Math.ceil(processors(each) / INSTANCE.processors));
    return HOURS * count * INSTANCE.hour * INSTANCE.fee;
  };
  const nat = (websites: number, each: Simulated) => {
    const probes = rate(each) * MONTH_SECONDS * (HABITS.probeBytes + RECEIVED.probe);
    const audits = websites * 30 * (auditEffort.sentBytes + RECEIVED.audit);
    const hours = HOURS * 2 * (PRICES.natHour + PRICES.addressHour + PRICES.endpointHour);
    return hours + ((probes + audits) / GIB) * PRICES.natGb;
  };
  const usd = (value: number) => Math.round(value).toLocaleString("en");
  const row = (name: string, of: (websites: number, each: Simulated, bill: Line[]) => number) => [
    name,
    ...results.map(([websites, each], index) => usd(of(websites, each, bills[index] ?? []))),
  ];
  return {
    title: "USD a month: uptime on Lambda and on a steady fleet, and fixed addresses",
    columns: ["websites", ...results.map(([websites]) => websites.toLocaleString("en"))],
    rows: [
      row("uptime on Lambda, by the millisecond", (_, __, bill) => lambda(bill)),
      row("uptime on Fargate, arm64", (_, each) => fargate(each)),
      row("uptime on Lambda Managed Instances", (_, each) => managed(each)),
      row("`fixedAddresses`: NAT, addresses, endpoint", nat),
      row(
        "a GB to a website with `fixedAddresses`, in cents",
        () => 100 * (dataOutPrice(1) + PRICES.natGb),
      ),
    ],
    notes: [
      `A fleet is busy for ${BUSY * 100} % of its time and has at least ${LEAST_TASKS} tasks of one processor and 2 GB, or ${LEAST_INSTANCES} instances (c7g.large).`,
      `NAT charges ${PRICES.natGb} USD a GB in both directions: ${RECEIVED.probe} bytes are received by a probe, ${RECEIVED.audit} by an audit (assumed). A fleet with`,
      "public addresses of its own needs no NAT.",
    ],
  };
}
