import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { bundle, bundleOptions, madeValues } from "../../infra/bundling/bundle.ts";
import { entryOf, functionFolders } from "../../infra/bundling/entries.ts";
import { median, progress, ratio, type Section, spread } from "./report.ts";

const RUNS = 15;
const ROOT = join(import.meta.dirname, "../..");
const BARE_CLIENT = `
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
export const client = new DynamoDBClient({});
`;

/** A bundle to measure: the file, and the milliseconds that importing it took, run by run. */
interface Bundle {
  file: string;
  times: number[];
}

/** Size and import time of each function's bundle, as ratios to two others made in the same run. */
export async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "bundles-"));
  try {
    const groups = functionFolders().map((path) => basename(path));
    const bare = await bareClient(folder, { ...bundleOptions, external: [], plugins: [] });
    const trimmed = await bareClient(folder, bundleOptions);
    const own = await Promise.all(groups.map((group) => ownBundle(group, folder)));
    const byDefault = await Promise.all(groups.map((group) => defaultBundle(group, folder)));
    for (let run = 1; run <= RUNS; run += 1) {
      progress(`  importing, run ${run} of ${RUNS}`);
      for (const each of [bare, trimmed, ...own, ...byDefault])
        each.times.push(importTime(each.file));
    }
    const row = (name: string, each: Bundle, other?: Bundle) => [
      name,
      kilobytes(each),
      spread(each.times, 1),
      ratio(median(each.times), median(bare.times)),
      other ? ratio(median(each.times), median(other.times)) : "",
    ];
    return {
      title: "Bundles of the functions",
      columns: ["bundle", "KB", "import ms", "to the bare client", "to CDK's default"],
      rows: [
        row("only the DynamoDB client", bare),
        row("the same, without what Lambda does not need of it", trimmed),
        ...groups.map((group, index) => row(group, own[index] ?? bare, byDefault[index])),
      ],
      notes: [
        `The median of ${RUNS} imports in processes of their own, in turn, with the least and the most. CDK's default:`,
        "the options of NodejsFunction with the AWS SDK in the bundle, as it is in ours.",
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bareClient(folder: string, options: BuildOptions): Promise<Bundle> {
  const file = join(folder, `bare-${options.plugins?.length ?? 0}`, "index.cjs");
  const stdin = { contents: BARE_CLIENT, resolveDir: ROOT, sourcefile: "bareClient.js" };
  await build({ ...options, stdin, outfile: file });
  return { file, times: [] };
}

async function ownBundle(group: string, folder: string): Promise<Bundle> {
  await bundle(entryOf(group), join(folder, group));
  return { file: join(folder, group, "index.cjs"), times: [] };
}

async function defaultBundle(group: string, folder: string): Promise<Bundle> {
  const file = join(folder, `${group}-default`, "index.cjs");
  await build({
    entryPoints: [entryOf(group)],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "error",
    // Without it, a module with a top-level await can't be bundled as CommonJS.
    plugins: [madeValues()],
    // The audit's thread loads the file that it is in.
    define: bundleOptions.define ?? {},
  });
  return { file, times: [] };
}

function importTime(file: string): number {
  const script = `const at = performance.now(); require(${JSON.stringify(file)}); console.log(performance.now() - at)`;
  return Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
}

function kilobytes({ file }: Bundle): number {
  return Math.round(statSync(file).size / 1000);
}
