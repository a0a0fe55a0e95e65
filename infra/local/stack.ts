import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { Problem } from "../cli/terminal.ts";
import { writeWhole } from "./dataDir.ts";
import type { LocalService } from "./synthesis.ts";

const root = resolve(import.meta.dirname, "../..");
const file = join(root, "node_modules/.cache/stack.json");
const MADE_OF = ["infra", "functions", "shared"];
/** Makes the reference where its cache is old. */
const REFERENCE = join(root, "functions/reference/write.ts");

/**
 * What to run, from the synthesized stack, which is cached until the code changes. Calls `onSynthesis`
 * before a synthesis, which takes seconds.
 */
export async function readStack(onSynthesis = () => {}): Promise<LocalService> {
  const folders = MADE_OF.map((path) => join(root, path));
  const version = [join(root, "package-lock.json"), ...folders.flatMap(codeIn)].map(versionOf);
  return await remembered({ file, version: version.join("\n") }, async () => {
    onSynthesis();
    return synthesize();
  });
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
  // Meanwhile another process makes the reference, which a function reads when it is imported.
  const reference = spawn(process.execPath, [REFERENCE], { stdio: "ignore" });
  const child = spawn(process.execPath, [join(import.meta.dirname, "synthesis.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [json, [code]] = await Promise.all([
    text(child.stdout),
    once(child, "close"),
    once(reference, "close"),
  ]);
  if (code !== 0) throw new Problem("The stack can't be synthesized: the lines above say why.");
  return JSON.parse(json);
}

/** A JSON value that takes long to make, cached in a file and made again when `version` changes. */
export async function remembered<Value>(
  { file, version }: { file: string; version: string },
  make: () => Promise<Value>,
): Promise<Value> {
  const cached = read(file);
  if (cached?.version === version) return cached.value as Value;
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
