import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { sections } from "./bench/sections.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** The most that a month may cost, in USD, at 100, 10,000 and 1,000,000 websites. */
const MOST_USD = [15, 110, 3700];

/** Runs a section of the benchmark in a process of its own, and returns what it prints. */
async function bench(section: string): Promise<string> {
  const args = [join(ROOT, "test/tools/bench/index.ts"), section];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 24 });
  return stdout;
}

const others = Object.keys(sections).filter((name) => name !== "scale");

test.each(others)("the section %s of the benchmark runs", async (section) => {
  expect(await bench(section)).toMatch(/^\| --- .*\n\|/m);
});

/** The rows of a table of USD, by the name of the service. */
function readTable(text: string): Map<string, number[]> {
  const rows = [...text.matchAll(/^\| ([A-Z*][^|]*?) +\|([-\d,. |]+)\|$/gm)];
  return new Map(
    rows.map(([, name = "", cells = ""]) => [
      name,
      cells.split("|").map((cell) => Number(cell.replaceAll(",", ""))),
    ]),
  );
}

test("a month costs what its README says, and at most what is promised", async () => {
  const [, summary = ""] = (await bench("scale")).split("### USD a month\n\n");
  const printed = readTable(summary);
  const written = readTable(readFileSync(join(ROOT, "test/tools/bench/README.md"), "utf8"));
  expect([...written.keys()]).toEqual([...printed.keys()]);
  for (const [service, figures] of printed) {
    for (const [index, usd] of figures.entries()) {
      // How many messages share a call differs from run to run.
      const difference = Math.abs(usd - (written.get(service)?.[index] ?? 0));
      const advice = `${service}: copy the last table of "npm run -s bench -- scale"`;
      expect(difference, advice).toBeLessThanOrEqual(Math.max(1, 0.1 * Math.abs(usd)));
    }
  }
  for (const [index, most] of MOST_USD.entries()) {
    expect(printed.get("**together**")?.[index]).toBeLessThanOrEqual(most);
  }
});
