import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import manifest from "../../package.json" with { type: "json" };
import { Problem, runMain } from "../cli/terminal.ts";
import { writeWhole } from "./dataDir.ts";
import type { LocalService } from "./synthesis.ts";

const root = resolve(import.meta.dirname, "../..");
const file = join(root, "node_modules/.cache/stack.json");
const MADE_OF = ["infra", "functions", "shared"];

/**
 * What to run, from the synthesized stack, which is cached until the code changes. `onMiss` is called before it is
 * synthesized, which takes seconds.
 */
export async function readStack(onMiss = () => {}): Promise<LocalService> {
  const folders = MADE_OF.map((path) => join(root, path));
  const version = [join(root, "package-lock.json"), ...folders.flatMap(codeIn)]
    .map(versionOf)
    .join("\n");
  const cached = readCache();
  if (cached.version === version && cached.service) return cached.service;
  onMiss();
  const service = await synthesize();
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, JSON.stringify({ version, service }));
  } catch {
    // Without the cache, each start synthesizes.
  }
  return service;
}

/** An unreadable file counts as none. */
function readCache(): { version?: string; service?: LocalService } {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

function codeIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".ts")).map((path) => join(folder, path));
}

/** What changes with each save of a file. Another file in the same place has another inode. */
function versionOf(path: string): string {
  const { ino, size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${path} ${ino} ${size} ${mtimeMs}`;
}

/** In a process of its own: what the CDK takes of memory is free again. */
async function synthesize(): Promise<LocalService> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "synthesis.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Meanwhile this process loads what the functions use.
  for (const name of Object.keys(manifest.dependencies)) import(name).catch(() => {});
  const [json, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) throw new Problem("The stack can't be synthesized: the lines above say why.");
  return JSON.parse(json);
}

// `npm ci` makes the cache, so that the first start does not wait for the CDK.
if (import.meta.main) {
  runMain(async () => void (await readStack()));
}
