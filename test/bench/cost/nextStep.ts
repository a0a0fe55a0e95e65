import type { Section } from "../report.ts";
import type { Simulated } from "../scale/simulate.ts";
import type { Line } from "./load.ts";
import type { Measured } from "./measured.ts";
import { PRICES } from "./prices.ts";

const HOURS = 30 * 24;

/** USD an hour in us-east-1, Linux on arm64: aws.amazon.com/fargate/pricing, read in September 2026 (vantage.sh/blog/fargate-pricing). */
const FARGATE = { processor: 0.03238, gb: 0.00356 };
/**
 * c7g.large: instances.vantage.sh, 2.32 USD for the 16xlarge, which is 32 of it. Managed Instances add 15 % to EC2's
 * on-demand price and charge requests as Lambda does (aws.amazon.com/lambda/pricing, read in September 2026).
 */
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
    const calls = ((each.rounds.calls + each.uptime.calls) / each.minutes) * 60 * HOURS;
    return HOURS * count * INSTANCE.hour * INSTANCE.fee + calls * PRICES.lambdaRequest;
  };
  const sizes = results.map(([websites]) => websites);
  const onLambda = bills.map(lambda);
  const row = (name: string, costs: number[]) => [
    name,
    ...costs.map((usd) => Math.round(usd).toLocaleString("en")),
    costs === onLambda
      ? ""
      : crossing(
          sizes,
          onLambda.map((usd, index) => usd - (costs[index] ?? 0)),
        ),
  ];
  const simulated = results.map(([, each]) => each);
  return {
    title: "USD a month: uptime on Lambda and on a steady fleet",
    columns: ["websites", ...sizes.map((size) => size.toLocaleString("en")), "cheaper from"],
    rows: [
      row("uptime on Lambda, by the millisecond", onLambda),
      row("uptime on Fargate, arm64", simulated.map(fargate)),
      row("uptime on Lambda Managed Instances", simulated.map(managed)),
    ],
    notes: [
      `A fleet is busy for ${BUSY * 100} % of its time and has at least ${LEAST_TASKS} tasks of one processor and 2 GB, or ${LEAST_INSTANCES} instances (c7g.large).`,
      "Prices of September 2026, arm64. A fleet with public addresses of its own needs no NAT.",
    ],
  };
}

/** The number of websites at which what is saved begins, on a straight line between two sizes. */
function crossing(sizes: number[], saved: number[]): string {
  const after = saved.findIndex((usd, index) => index > 0 && usd >= 0);
  const [from, to] = [sizes[after - 1], sizes[after]];
  const [loss, gain] = [saved[after - 1], saved[after]];
  if (from === undefined || to === undefined || loss === undefined || gain === undefined) return "";
  const share = loss < 0 ? loss / (loss - gain) : 0;
  return Number((from + share * (to - from)).toPrecision(2)).toLocaleString("en");
}
