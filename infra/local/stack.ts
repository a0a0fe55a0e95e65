import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeWhole } from "./dataDir.ts";
import type { LocalService } from "./synthesis.ts";

const root = resolve(import.meta.dirname, "../..");
const file = join(root, "node_modules/.cache/stack.json");
const MADE_OF = ["infra", "functions", "shared", "package-lock.json"];

/**
 * What to run, from the synthesized stack, which is cached until the code changes. Calls `onSynthesis`
 * before a synthesis, which takes seconds and lets no timer run.
 */
export async function readStack(onSynthesis = () => {}): Promise<LocalService> {
  // `npm run dev` watches the files that are loaded, so the stack's must be.
  if (process.env["WATCH_REPORT_DEPENDENCIES"]) return await synthesize();
  const version = versionOfFiles(...MADE_OF.map((path) => join(root, path)));
  const { routes, invocable, ...service } = await remembered({ file, version }, async () => {
    onSynthesis();
    const { routes, invocable, ...service } = await synthesize();
    return { ...service, routes: [...routes], invocable: [...invocable] };
  });
  return { ...service, routes: new Map(routes), invocable: new Map(invocable) };
}

/** Imported late: loading the CDK takes as long as everything else that a command does. */
async function synthesize(): Promise<LocalService> {
  return (await import("./synthesis.ts")).synthesizeService();
}

/** A JSON value that takes long to make, cached in a file and made again when `version` changes. */
export async function remembered<Value>(
  { file, version }: { file: string; version: string },
  make: () => Promise<Value>,
): Promise<Value> {
  const known = read(file);
  if (known?.version === version) return known.value as Value;
  const value = await make();
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, JSON.stringify({ version, value }));
  } catch {
    // Without the cache, the value is made each time.
  }
  return value;
}

/** An unreadable file counts as none. */
function read(file: string): { version?: unknown; value?: unknown } | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * A text that changes with the files, or the TypeScript files below the folders: their names, sizes and
 * times. A file may disappear meanwhile, as those of `npm run client:pack` do.
 */
export function versionOfFiles(...paths: string[]): string {
  return paths.flatMap(filesOf).map(describe).join("\n");
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => join(path, name));
}

function describe(file: string): string {
  const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${file} ${size} ${mtimeMs}`;
}
