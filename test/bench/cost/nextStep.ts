import type { Section } from "../report.ts";
import type { Simulated } from "../scale/simulate.ts";
import type { Line } from "./load.ts";
import type { Measured } from "./measured.ts";

const HOURS = 30 * 24;

/** USD an hour in us-east-1. */
const FARGATE = { processor: 0.03238, gb: 0.00356 };
/** c7g.large with two processors; Lambda Managed Instances add a fee of 15 %. */
const INSTANCE = { hour: 0.0725, processors: 2, fee: 1.15 };
/** A fleet is busy for this share of its time, so that a burst and the loss of a zone find room. */
const BUSY = 0.5;
const LEAST_TASKS = 2;
const LEAST_INSTANCES = 3;
/** Uptime on Lambda and on a steady fleet, by websites. */
export function nextStep(
  results: [number, Simulated][],
  bills: Line[][],
  { uptimeSeconds }: Measured,
): Section {
  const rate = ({ probes, minutes }: Simulated) => probes / minutes / 60;
  const processors = (each: Simulated) => (rate(each) * uptimeSeconds) / BUSY;
  const lambda = (bill: Line[]) =>
    bill
      .filter(({ name }) => /^Lambda: (rounds|separate)/.test(name))
      .reduce((sum, { usd }) => sum + usd, 0);
  const fargate = (each: Simulated) => {
    const tasks = Math.max(LEAST_TASKS, Math.ceil(processors(each)));
    return HOURS * tasks * (FARGATE.processor + 2 * FARGATE.gb);
  };
  const managed = (each: Simulated) => {
    const count = Math.max(LEAST_INSTANCES, Math.ceil(processors(each) / INSTANCE.processors));
    return HOURS * count * INSTANCE.hour * INSTANCE.fee;
  };
  const usd = (value: number) => Math.round(value).toLocaleString("en");
  const row = (name: string, of: (websites: number, each: Simulated, bill: Line[]) => number) => [
    name,
    ...results.map(([websites, each], index) => usd(of(websites, each, bills[index] ?? []))),
  ];
  return {
    title: "USD a month: uptime on Lambda and on a steady fleet",
    columns: ["websites", ...results.map(([websites]) => websites.toLocaleString("en"))],
    rows: [
      row("uptime on Lambda, by the millisecond", (_, __, bill) => lambda(bill)),
      row("uptime on Fargate, arm64", (_, each) => fargate(each)),
      row("uptime on Lambda Managed Instances", (_, each) => managed(each)),
    ],
    notes: [
      `A fleet is busy for ${BUSY * 100} % of its time and has at least ${LEAST_TASKS} tasks of one processor and 2 GB, or ${LEAST_INSTANCES} instances (c7g.large).`,
      "Prices of 2025, arm64. A fleet with public addresses of its own needs no NAT.",
    ],
  };
}
