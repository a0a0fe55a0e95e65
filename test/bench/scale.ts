import { settingsFor } from "../../infra/settings.ts";
import { runChild } from "./children.ts";
import { billOf } from "./cost/bill.ts";
import { HABITS } from "./cost/habits.ts";
import type { Line } from "./cost/load.ts";
import { measureMonitoring } from "./cost/measured.ts";
import { readStackParts } from "./cost/stackParts.ts";
import { progress, type Section } from "./report.ts";
import type { Simulated } from "./scale/simulate.ts";

/** The fleets to simulate. SCALE_WEBSITES can choose fewer: 1,000,000 websites take minutes. */
const SIZES = (process.env["SCALE_WEBSITES"] ?? "10000,100000,1000000").split(",").map(Number);
/** Longer than an interval: a round starts its slowest websites first, by the round before. */
const WARM_UP_MINUTES = 6;
/** The simulated time: one interval by default. */
const MINUTES = Number(process.env["SCALE_MINUTES"] ?? 5);
/** A large young generation, because nearly every object is short-lived. */
const HEAP = { flags: ["--max-old-space-size=6000", "--max-semi-space-size=128"] };
const SIMULATION = new URL("scale/simulate.ts", import.meta.url);

/** Simulates schedule, buckets and workers: lateness, concurrent calls and the monthly cost in USD. */
export async function measure(): Promise<Section[]> {
  const measured = await measureMonitoring();
  const results: [number, Simulated][] = [];
  for (const websites of SIZES) {
    progress(`  ${websites} websites`);
    const input = { websites, warmUp: WARM_UP_MINUTES, minutes: MINUTES };
    results.push([websites, await runChild<Simulated>(SIMULATION, input, HEAP)]);
  }
  const parts = readStackParts();
  const bills = results.map(([websites, simulated]) =>
    billOf(websites, simulated, { measured, parts }),
  );
  return [loadTable(results), dollarTable(results, bills)];
}

const seconds = ({ p50, p99, max }: Simulated["lateness"]) => `${p50} / ${p99} / ${max}`;

const number = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 0 });

function loadTable(results: [number, Simulated][]): Section {
  const { rounds, uptime } = settingsFor("prod");
  const row = (name: string, of: (each: Simulated) => string) => [
    name,
    ...results.map(([, each]) => of(each)),
  ];
  return {
    title: "Schedule, buckets and workers, simulated",
    columns: ["websites", ...results.map(([websites]) => number(websites))],
    rows: [
      row("lateness of rounds, s: p50 / p99 / max", ({ lateness }) => seconds(lateness)),
      row("lateness of checks by themselves, s", ({ ownLateness }) => seconds(ownLateness)),
      row(`rounds at once, of ${rounds.maxConcurrency}`, (each) => number(each.rounds.mostAtOnce)),
      row(`checks at once, of ${uptime.maxConcurrency}`, (each) => number(each.uptime.mostAtOnce)),
      row("seconds that a call of rounds takes", ({ rounds }) =>
        (rounds.seconds / rounds.calls).toFixed(1),
      ),
      row("probes a second", ({ probes, minutes }) => number(probes / minutes / 60)),
      row("websites that are checked by themselves", ({ away }) => number(away)),
      row("longest tick, s", ({ tickSeconds }) => tickSeconds.toFixed(1)),
    ],
    notes: [
      `${MINUTES} minutes, what is down was found before. The real schedule and workers with prod's settings, on a`,
      "clock that skips what nobody waits for. Modelled: a table that answers in 8 ms, queues that deliver in",
      "50 ms, fair by reseller; 500 websites a reseller; plans of 1 (2 %), 5 (93 %) and 60 minutes (5 %); answers by HTTPS,",
      "their names resolved, within 0.3 s at the median, 2.4 s at the 98th percentile and 9 s at most; 0.5 % never answer,",
      "0.5 % answer 500. Probes start as fast as the processor time of TLS lets them on the function's share.",
    ],
  };
}

function dollarTable(results: [number, Simulated][], bills: Line[][]): Section {
  const [largest = []] = bills.toReversed();
  const usd = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 2 });
  const total = (bill: Line[]) =>
    bill.reduce((sum, { usd, isOptional }) => sum + (isOptional ? 0 : usd), 0);
  const row = ({ name, from }: Line, index: number) => [
    name,
    ...bills.map((bill) => usd(bill[index]?.usd ?? 0)),
    from,
  ];
  const usual = largest.filter(({ isOptional }) => !isOptional).length;
  return {
    title: "USD a month of everything, line by line",
    columns: ["websites", ...results.map(([websites]) => number(websites)), "from (of the last)"],
    rows: [
      ...largest.slice(0, usual).map(row),
      ["**together**", ...bills.map((bill) => usd(total(bill))), ""],
      ...largest.slice(usual).map((line, index) => row(line, usual + index)),
    ],
    notes: [
      "us-east-1, prices of 2025, list price: no free tier, savings plan, support or tax. Units, log bytes, item sizes and",
      "bytes of audits are measured by the real handlers, with websites by HTTPS; calls and seconds are the simulation's;",
      "alarms, queues and secrets are those of prod's template. Assumed (test/bench/cost/habits.ts): the rest, such as one",
      `call of the API a website and day, and ${HABITS.webhooks} webhook. An audit a day. Settings that are off stand below the sum.`,
    ],
  };
}
