import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { sections } from "./bench/sections.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");

/** The most that a month may cost, in USD, at 100, 10,000 and 1,000,000 websites. */
const MOST_USD = [15, 110, 3700];

/** Runs a section of the benchmark in a process of its own, and returns what it prints. */
async function bench(section: string): Promise<string> {
  const args = [join(ROOT, "test/bench/index.ts"), section];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 24 });
  return stdout;
}

const others = Object.keys(sections).filter((name) => name !== "scale");

test.each(others)("the section %s of the benchmark runs", async (section) => {
  expect(await bench(section)).toMatch(/^\| --- .*\n\|/m);
});

test("a month costs what its README says, and at most what is promised", async () => {
  const printed = await bench("scale");
  const [, summary = ""] = printed.split("### USD a month\n\n");
  const readme = readFileSync(join(ROOT, "test/bench/README.md"), "utf8");
  expect(readme, "copy the last table of `npm run -s bench -- scale`").toContain(summary.trim());
  const [, ...totals] = /\*\*together\*\*(.*)/.exec(summary)?.[1]?.split("|") ?? [];
  for (const [index, most] of MOST_USD.entries()) {
    expect(Number(totals[index]?.replaceAll(",", ""))).toBeLessThanOrEqual(most);
  }
});
