import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { bundle } from "../../infra/bundling/bundle.ts";
import { entryOf, functionFolders } from "../../infra/bundling/entries.ts";
import { progress, type Section, spread } from "./report.ts";

const RUNS = 15;

/** A bundle to measure: the file, and the milliseconds that importing it took, run by run. */
interface Bundle {
  name: string;
  file: string;
  times: number[];
}

/** Size and import time of each function's bundle. */
export async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "bundles-"));
  try {
    const names = functionFolders().map((path) => basename(path));
    const bundles = await Promise.all(names.map((name) => bundleOf(name, folder)));
    for (let run = 1; run <= RUNS; run += 1) {
      progress(`  importing, run ${run} of ${RUNS}`);
      for (const each of bundles) each.times.push(importTime(each.file));
    }
    return {
      title: "Bundles of the functions",
      columns: ["bundle", "KB", "import ms"],
      rows: bundles.map(({ name, file, times }) => [
        name,
        Math.round(statSync(file).size / 1000),
        spread(times, 1),
      ]),
      notes: [
        `The median of ${RUNS} imports in processes of their own, in turn, with the least and the most.`,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundleOf(name: string, folder: string): Promise<Bundle> {
  await bundle(entryOf(name), join(folder, name));
  return { name, file: join(folder, name, "index.cjs"), times: [] };
}

function importTime(file: string): number {
  const script = `const at = performance.now(); require(${JSON.stringify(file)}); console.log(performance.now() - at)`;
  return Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
}
