import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeWhole } from "./dataDir.ts";
import type { LocalService } from "./synthesis.ts";

const root = resolve(import.meta.dirname, "../..");
const file = join(root, "node_modules/.cache/stack.json");
const MADE_OF = ["infra", "functions", "shared", "package-lock.json"];

/** What to run, read from the synthesized stack; as it was the last time when no code has changed since. */
export async function readStack(): Promise<LocalService> {
  // What `npm run dev` watches are the files that are loaded.
  if (process.env["WATCH_REPORT_DEPENDENCIES"]) return await synthesize();
  const version = versionOfFiles(...MADE_OF.map((path) => join(root, path)));
  const { routes, invocable, ...service } = await remembered({ file, version }, async () => {
    const { routes, invocable, ...service } = await synthesize();
    return { ...service, routes: [...routes], invocable: [...invocable] };
  });
  return { ...service, routes: new Map(routes), invocable: new Map(invocable) };
}

/** Loading the CDK alone takes as long as all else that a command needs. */
async function synthesize(): Promise<LocalService> {
  return (await import("./synthesis.ts")).synthesizeService();
}

/**
 * A value of JSON that takes long to make: as an earlier process left it in the file, or else made
 * anew. `version` says what it is made of.
 */
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
    // It only saves time: where nothing can be written, it is made each time.
  }
  return value;
}

/** What can't be read is of no use. */
function read(file: string): { version?: unknown; value?: unknown } | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Another one whenever any of the files is, or one of TypeScript in the folders: by name, size and time. */
export function versionOfFiles(...paths: string[]): string {
  return paths.flatMap(filesOf).map(describe).join("\n");
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => join(path, name));
}

function describe(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${file} ${size} ${mtimeMs}`;
}
