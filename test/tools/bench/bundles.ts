import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { bundle, bundleOptions } from "../../../infra/function/bundle.ts";
import { entryOf } from "../../../infra/function/entries.ts";
import { folderOf, type Resource, resourcesOf, synthesize } from "../../support/stack.ts";
import { median, progress, ratio, type Section, spread } from "./report.ts";

const RUNS = 3;
const ROOT = join(import.meta.dirname, "../../..");
const BARE_CLIENT = `
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
export const client = new DynamoDBClient({});
`;

/** A bundle to measure: the file, the variables it is imported with, and how long that took, run by run. */
interface Bundle {
  name: string;
  file: string;
  variables: Record<string, string>;
  milliseconds: number[];
}

/** Size and import time of each function's bundle, as ratios to the bare DynamoDB client in the same run. */
export async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "bundles-"));
  try {
    const functions = resourcesOf(synthesize("prod"), "AWS::Lambda::Function");
    const bare = await bareClient(folder);
    const own = await Promise.all(functions.map(([, each]) => ownBundle(each, folder)));
    for (let run = 1; run <= RUNS; run += 1) {
      progress(`  importing, run ${run} of ${RUNS}`);
      for (const each of [bare, ...own]) each.milliseconds.push(importTime(each));
    }
    return {
      title: "Bundles of the functions",
      columns: ["bundle", "KB", "import ms", "to the bare client"],
      rows: [bare, ...own].map(({ name, file, milliseconds }) => [
        name,
        Math.round(statSync(file).size / 1000),
        spread(milliseconds, 1),
        ratio(median(milliseconds), median(bare.milliseconds)),
      ]),
      notes: [
        `The median of ${RUNS} imports in processes of their own, in turn, with the least and the most, and with the`,
        "variables of prod.",
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bareClient(folder: string): Promise<Bundle> {
  const file = join(folder, "bare", "index.cjs");
  const stdin = { contents: BARE_CLIENT, resolveDir: ROOT, sourcefile: "bareClient.js" };
  await build({ ...bundleOptions, stdin, outfile: file });
  return { name: "only the DynamoDB client", file, variables: {}, milliseconds: [] };
}

/** The bundle of a function of the template. A reference in its variables is a text here: nothing is called. */
async function ownBundle(resource: Resource, folder: string): Promise<Bundle> {
  const path = folderOf(resource);
  await bundle(entryOf(path), join(folder, path));
  const { Variables = {} } = resource.Properties.Environment ?? {};
  const variables = Object.entries(Variables).map(([name, value]) => [name, String(value)]);
  return {
    name: basename(path),
    file: join(folder, path, "index.cjs"),
    variables: Object.fromEntries(variables),
    milliseconds: [],
  };
}

function importTime({ file, variables }: Bundle): number {
  const script = `const at = performance.now(); require(${JSON.stringify(file)}); console.log(performance.now() - at)`;
  const env = { ...process.env, ...variables };
  return Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8", env }));
}
