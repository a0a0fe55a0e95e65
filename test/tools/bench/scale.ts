import type { Section } from "./report.ts";
import { billOf, type Line } from "./scale/bill.ts";
import { measureUnitsOfAll } from "./scale/measured.ts";
import { readStackParts } from "./scale/stackParts.ts";

const SIZES = [100, 10_000, 1_000_000];

/** What a month costs, line by line: measured units times list prices. */
export async function measure(): Promise<Section[]> {
  const measured = await measureUnitsOfAll();
  const parts = readStackParts();
  const bills = SIZES.map((websites) => billOf(websites, measured, parts));
  const [largest = []] = bills.toReversed();
  const services = [...new Set(largest.map(({ service }) => service))];
  const usd = (value: number, digits: number) =>
    value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const sums = (name: string, isOfIt: (line: Line) => boolean) => [
    name,
    ...bills.map((bill) =>
      usd(
        bill.filter(isOfIt).reduce((sum, { usd }) => sum + usd, 0),
        0,
      ),
    ),
  ];
  const columns = SIZES.map((size) => size.toLocaleString("en"));
  return [
    {
      title: "USD a month, line by line",
      columns: ["websites", ...columns],
      rows: largest.map(({ service, name }, index) => [
        `${service}: ${name}`,
        ...bills.map((bill) => usd(bill[index]?.usd ?? 0, 2)),
      ]),
      notes: [
        "us-east-1, list prices of 2025 less what is free in every account, without support and tax. The real handlers were run once each on the",
        "embedded table for units; alarms, queues and secrets are those of prod's template.",
        "The rest is assumed in test/tools/bench/scale/assumptions.ts.",
      ],
    },
    {
      title: "USD a month",
      columns: ["Websites", ...columns],
      rows: [
        ...services.map((each) => sums(each, ({ service }) => service === each)),
        sums("**together**", () => true),
      ],
      notes: [],
    },
  ];
}
